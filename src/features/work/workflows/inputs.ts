import { isAnyNumber, isExactNumber, numberIn, type AnyNumber } from '#ground/base/json/exact-number.ts'
import { nearestName } from '#ground/base/nearest-name.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { InputSpec } from '#features/work/runs/definitions/definition.ts'

/** Texts are converted to the required type, because the command line passes only texts. */
export function checkInputs(
  specs: readonly InputSpec[],
  given: Readonly<Record<string, unknown>>,
): Result<Record<string, unknown>, string> {
  const names = specs.map(({ name }) => name)
  for (const name of Object.keys(given))
    if (!names.includes(name)) {
      const nearest = nearestName(name, names)
      return refused(`There is no input ${name}${nearest ? `; did you mean ${nearest}?` : '.'}`)
    }
  const values: Record<string, unknown> = {}
  for (const { name, type, required, default: fallback } of specs) {
    const value = (Object.hasOwn(given, name) ? given[name] : null) ?? fallback ?? null
    if (value === null && required) return refused(`The input ${name} is missing.`)
    const checked = value === null ? accepted(null) : checkValue(type, value)
    if (!checked.ok) return refused(`The input ${name}: ${checked.refusal}.`)
    values[name] = checked.value
  }
  return accepted(values)
}

export function checkValue(type: InputSpec['type'], value: unknown): Result<unknown, string> {
  if (type === 'number') {
    const number = typeof value === 'string' && value.trim() !== '' ? numberOf(value.trim()) : value
    return isExactNumber(number) || (typeof number === 'number' && Number.isFinite(number))
      ? accepted(number)
      : refused('expected a number')
  }
  if (type === 'boolean') {
    const flag = value === 'true' ? true : value === 'false' ? false : value
    return typeof flag === 'boolean' ? accepted(flag) : refused('expected true or false')
  }
  if (typeof value === 'string') return accepted(value)
  return isAnyNumber(value) || typeof value === 'boolean' ? accepted(String(value)) : refused('expected text')
}

/** JSON numbers keep all their digits. Other texts, such as `0x10`, are converted as in JavaScript. */
const numberOf = (text: string): AnyNumber => numberIn(text) ?? Number(text)
