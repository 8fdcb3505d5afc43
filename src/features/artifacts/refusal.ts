import { refused } from '#ground/base/result.ts'

export interface ArtifactRefusal {
  code: 'invalid' | 'forbidden' | 'not_found' | 'too_large' | 'unavailable'
  detail: string
}

export const refusedAs = (code: ArtifactRefusal['code'], detail: string) =>
  refused<ArtifactRefusal>({ code, detail })

/** The same response for a missing artifact and for an artifact that the viewer may not see. */
export const notFound = () =>
  refusedAs('not_found', 'This artifact does not exist, or it is not shared with you.')

export const tooLarge = (maxBytes: number) =>
  refusedAs('too_large', `The file is larger than ${maxBytes} bytes.`)
