import { z } from 'zod'
import { LONGEST_PARAMETER, MOST_PARAMETERS, OUR_PARAMETERS, PARAMETER_NAME } from './schema.ts'

const Name = z.string().regex(PARAMETER_NAME, 'expected the name of a parameter')
const Value = z
  .string()
  .max(LONGEST_PARAMETER)
  .regex(/^\P{Cc}*$/u, 'expected no control characters')

/** Parameters that a provider wants at its authorization address beside those of the protocol. */
export const AuthorizeParameters = z.record(Name, Value).check(({ value, issues }) => {
  const complain = (path: string[], message: string) =>
    issues.push({ code: 'custom', path, message, input: undefined })
  const names = Object.keys(value)
  if (names.length > MOST_PARAMETERS) complain([], `expected at most ${MOST_PARAMETERS} parameters`)
  for (const name of names)
    if (OUR_PARAMETERS.includes(name.toLowerCase()))
      complain([name], `${name} is set by this service and can’t be written here`)
})
