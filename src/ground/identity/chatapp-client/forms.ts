import { z } from 'zod'
import type { OneByOne } from '#ground/base/one-by-one.ts'
import type { Result } from '#ground/base/result.ts'
import type { Send } from './http.ts'
import type { ChatappRefusal } from './refusal.ts'

/** A request replaces all settings: omitted fields are lost. */
const FORMS = {
  accounts: { read: '/api/v1/auths/admin/config', write: '/api/v1/auths/admin/config' },
  permissions: { read: '/api/v1/users/default/permissions', write: '/api/v1/users/default/permissions' },
  connections: { read: '/openai/config', write: '/openai/config/update' },
} as const

type FormName = keyof typeof FORMS
type Form = Readonly<Record<string, unknown>>

/** A change preserves unknown keys of a form, because keys differ between releases of the web chat. */
export function createForms({ send, oneByOne }: { send: Send; oneByOne: OneByOne }) {
  const read = (name: FormName): Promise<Result<Form, ChatappRefusal>> =>
    send({ path: FORMS[name].read, answer: FormAnswer })
  return {
    read,

    change: (name: FormName, change: (form: Form) => Form): Promise<Result<Form, ChatappRefusal>> =>
      oneByOne(`form ${name}`, async () => {
        const current = await read(name)
        if (!current.ok) return current
        const body = withoutSessionFields(change(current.value))
        return send({ method: 'POST', path: FORMS[name].write, body, answer: FormAnswer })
      }),
  }
}

/**
 * Open WebUI refuses fields about MFA in a request without a session. If a request omits these fields, their values
 * stay.
 */
const withoutSessionFields = (form: Form): Form =>
  Object.fromEntries(Object.entries(form).filter(([name]) => !/^(ENABLE_MFA$|MFA_)/.test(name)))

const FormAnswer = z.record(z.string(), z.unknown())
