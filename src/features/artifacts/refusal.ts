import { refused } from '#ground/base/result.ts'

/** Why something about an artifact is refused, told to whoever asked. The codes are those of the routes. */
export interface Refusal {
  code: 'invalid' | 'forbidden' | 'not_found' | 'too_large' | 'unavailable'
  detail: string
}

export const refusedAs = (code: Refusal['code'], detail: string) => refused<Refusal>({ code, detail })

/** What everybody gets who may not see an artifact, whether it exists or not. */
export const notFound = () =>
  refusedAs('not_found', 'This artifact does not exist, or it is not shared with you.')

export const tooLarge = (maxBytes: number) =>
  refusedAs('too_large', `The file is larger than ${maxBytes} bytes.`)
