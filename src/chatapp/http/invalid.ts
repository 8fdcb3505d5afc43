import { issueText } from '#ground/base/json/issue-text.ts'
import type { WrongPart } from '#ground/api/check.ts'

/** One thing wrong in a request, in the form the contract's 422 answers list. */
export interface InvalidField {
  type: string
  loc: (string | number)[]
  msg: string
  input: null
}

/** A request whose body, query or path parameters don't have the required form. */
export class InvalidRequest extends Error {
  readonly fields: readonly InvalidField[]
  constructor(fields: readonly InvalidField[]) {
    super('the request does not have the required shape')
    this.name = 'InvalidRequest'
    this.fields = fields
  }
}

const PLACE = { body: 'body', query: 'query', params: 'path' } as const

/** Every invalid field. Sent values are never repeated in the response: they may be passwords. */
export const listInvalidFields = ({ part, error }: WrongPart): InvalidField[] =>
  error.issues.map((issue) => ({
    type: issue.code,
    loc: [PLACE[part], ...issue.path.map((step) => (typeof step === 'number' ? step : String(step)))],
    msg: issueText(issue.message),
    input: null,
  }))
