import { ApiRefused } from '#ground/api/errors.ts'
import type { ChatappClient } from '#ground/identity/chatapp-client/client.ts'
import { unwrapResponse } from './unwrap-response.ts'
import type { AdministrationRequest, Record } from './record.ts'
import type { SecondFactorRule } from './schema.ts'

export interface SecondFactorDeps {
  chatapp: Pick<ChatappClient, 'forms' | 'site'>
  record: Record
}

const FIELD = 'REQUIRE_SECOND_FACTOR'
const VARIABLE = 'SVC_REQUIRE_SECOND_FACTOR'

/** `SVC_REQUIRE_SECOND_FACTOR` overrides the stored rule. */
export function createSecondFactorRule({ chatapp, record }: SecondFactorDeps) {
  const read = async (): Promise<SecondFactorRule> => {
    const [form, ways] = await Promise.all([chatapp.forms.read('accounts'), chatapp.site.signIn()])
    const isOn = unwrapResponse(form)[FIELD]
    const isImposed = unwrapResponse(ways)?.requires_second_factor === true
    return { is_on: isOn === true, is_known: isOn !== undefined, locked_by: isImposed ? VARIABLE : null }
  }
  return {
    read,

    async set(request: AdministrationRequest, isOn: boolean): Promise<SecondFactorRule> {
      const before = await read()
      if (before.locked_by)
        throw new ApiRefused('forbidden', `The rule can’t be changed here: ${VARIABLE} is set.`)
      if (!before.is_known)
        throw new ApiRefused('invalid', 'Open WebUI accepts this rule only in its own settings.')
      const written = await chatapp.forms.change('accounts', (form) => ({ ...form, [FIELD]: isOn }))
      const after = { ...before, is_on: unwrapResponse(written)[FIELD] === true }
      const recorded = ({ is_on }: SecondFactorRule) => ({ is_on })
      await record(request, { action: 'second_factor.set', before: recorded(before), after: recorded(after) })
      return after
    },
  }
}
