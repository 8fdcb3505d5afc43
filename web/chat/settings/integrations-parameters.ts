import {
  MAX_PARAMETER_LENGTH,
  MAX_PARAMETERS,
  OUR_PARAMETERS,
  PARAMETER_NAME,
} from '#chatapp/integrations/parameters/schema.ts'

export type ParameterFault = { kind: 'shape' | 'ours' | 'twice'; line: string } | { kind: 'tooMany' }

export const formatParameters = (parameters: Readonly<Record<string, string>>): string =>
  Object.entries(parameters)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n')

/** `fault` is the first error; empty lines are ignored. */
export function parametersIn(text: string): {
  parameters: Record<string, string>
  fault: ParameterFault | null
} {
  const parameters = new Map<string, string>()
  let fault: ParameterFault | null = null
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') continue
    const at = line.indexOf('=')
    const name = line.slice(0, Math.max(at, 0)).trim()
    const value = line.slice(at + 1).trim()
    if (!PARAMETER_NAME.test(name) || value.length > MAX_PARAMETER_LENGTH || /\p{Cc}/u.test(value))
      fault ??= { kind: 'shape', line }
    else if (OUR_PARAMETERS.includes(name.toLowerCase())) fault ??= { kind: 'ours', line: name }
    else if (parameters.has(name)) fault ??= { kind: 'twice', line: name }
    else parameters.set(name, value)
  }
  if (parameters.size > MAX_PARAMETERS) fault ??= { kind: 'tooMany' }
  return { parameters: Object.fromEntries(parameters), fault }
}
