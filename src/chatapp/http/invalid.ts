import { issueText } from '#ground/base/json/issue-text.ts'
import type { WrongPart } from '#ground/api/check.ts'

export interface InvalidField {
  type: string
  loc: (string | number)[]
  msg: string
  input: null
}

export class InvalidRequest extends Error {
  readonly fields: readonly InvalidField[]
  constructor(fields: readonly InvalidField[]) {
    super('the request does not have the required shape')
    this.name = 'InvalidRequest'
    this.fields = fields
  }
}

const LOCATION_NAMES = { body: 'body', query: 'query', params: 'path' } as const

/** Never repeats sent values, which may be passwords. */
export const listInvalidFields = ({ part, error }: WrongPart): InvalidField[] =>
  error.issues.map((issue) => ({
    type: issue.code,
    loc: [
      LOCATION_NAMES[part],
      ...issue.path.map((step) => (typeof step === 'number' ? step : String(step))),
    ],
    msg: issueText(issue.message),
    input: null,
  }))
