import { refused } from '#ground/base/result.ts'

/** Reason of a refusal, reported to the caller. The codes are those of the routes. */
export interface ArtifactRefusal {
  code: 'invalid' | 'forbidden' | 'not_found' | 'too_large' | 'unavailable'
  detail: string
}

export const refusedAs = (code: ArtifactRefusal['code'], detail: string) =>
  refused<ArtifactRefusal>({ code, detail })

/** Response for everybody who may not see an artifact, whether it exists or not. */
export const notFound = () =>
  refusedAs('not_found', 'This artifact does not exist, or it is not shared with you.')

export const tooLarge = (maxBytes: number) =>
  refusedAs('too_large', `The file is larger than ${maxBytes} bytes.`)
