import type { AccountSettings } from '#ground/identity/account-settings.ts'
import { Instructions } from './schema.ts'

const KEY = 'instructions'
const NONE: Instructions = { text: '', is_on: true }

export function createInstructions(settings: Pick<AccountSettings, 'read' | 'write'>) {
  async function read(accountId: string): Promise<Instructions> {
    const stored = Instructions.safeParse(await settings.read(accountId, KEY))
    return stored.success ? stored.data : NONE
  }
  return {
    read,

    async readFor(accountId: string): Promise<string | null> {
      const { text, is_on: isOn } = await read(accountId)
      return isOn && text !== '' ? text : null
    },

    write: (accountId: string, instructions: Instructions): Promise<void> =>
      settings.write(accountId, KEY, instructions),
  }
}
