import { isDeepStrictEqual } from 'node:util'
import { ChatappRefused } from './refused.ts'

/**
 * A form that changes nothing is accepted, so that clients can save a page of settings. @throws ChatappRefused with
 * the name of the first changed setting
 */
export function keepFixed<T extends Record<string, unknown>>(fixed: T, form: Record<string, unknown>): T {
  for (const [name, value] of Object.entries(form))
    if (Object.hasOwn(fixed, name) ? !isDeepStrictEqual(value ?? null, fixed[name]) : !isEmpty(value))
      throw new ChatappRefused(
        'setting_fixed',
        {},
        `${name} can’t be changed: this server does not have the feature. Leave it as it is.`,
        name,
      )
  return fixed
}

const isEmpty = (value: unknown): boolean =>
  !value || (typeof value === 'object' && Object.keys(value).length === 0)
