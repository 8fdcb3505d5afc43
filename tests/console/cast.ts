import {
  startTestConsole,
  type ConsoleCaller,
  type Ending,
  type TestConsole,
  type TestConsoleOptions,
} from '../support/console.ts'

export interface Cast extends TestConsole {
  dan: ConsoleCaller
  olga: ConsoleCaller
  pat: ConsoleCaller
  blake: ConsoleCaller
  penny: ConsoleCaller
}

export async function startCast(
  t: Ending,
  { files, environment = {} }: Pick<TestConsoleOptions, 'files' | 'environment'> = {},
): Promise<Cast> {
  const hub = await startTestConsole(t, {
    hubs: ['Garden', 'Orchard', 'Attic'],
    files: { 'tools/invoices.ts': INVOICES, ...files },
    environment,
  })
  const { admin } = hub
  const dan = await hub.addPerson('Dan')
  const olga = await hub.addPerson('Olga')
  const pat = await hub.addPerson('Pat')
  const blake = await hub.addPerson('Blake')
  const penny = await hub.addPerson('Penny', 'pending')
  const grant = async (subject: string, slug: string, permission: string) => {
    const answer = await admin.post('/access/grant', { subject, hub: slug, permission })
    if (answer.status !== 200) throw new Error(`no grant: ${answer.text}`)
  }
  await grant(dan.email, 'garden', 'manage_access')
  await grant(dan.email, 'garden', 'use_hub')
  await grant(olga.email, 'orchard', 'manage_access')
  await grant(pat.email, 'garden', 'use_hub')
  await grant(blake.email, 'garden', 'use_hub')
  await hub.access.block({ actor: { system: 'cli' } }, blake.email)
  await hub.access.unmanage({ actor: { system: 'cli' } }, 'attic')
  return { ...hub, dan, olga, pat, blake, penny }
}

export const INVOICES = `import { defineTool, z } from 'hub-service'
const restricted = { capability: 'invoices.send', label: 'Send invoices', group: 'Money' }
const input = z.object({})
export const send = defineTool({
  name: 'send_invoices',
  description: 'Send invoices',
  input,
  restricted,
  needs: { env: ['INVOICES_KEY'] },
  run: () => 'sent',
})
export const remind = defineTool({
  name: 'send_reminder',
  description: 'Remind of an invoice',
  input,
  restricted,
  run: () => 'reminded',
})
`

export const refusal = ({ status, json }: { status: number; json: any }) => [status, json?.code]
