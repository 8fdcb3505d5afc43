import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { atProcessEnd } from '../support/process-end.ts'
import { runHub, type RunningHub } from '../support/running-hub.ts'
import { signIn, signUp, type Account, type ConsolePerson } from '../support/console-person.ts'
import { until } from '../support/until.ts'

const PASSWORD = 'correct horse battery'
export const account = (name: string): Account => ({
  name,
  email: `${name.toLowerCase().replaceAll(' ', '.')}@example.org`,
  password: PASSWORD,
})

export const ANN = account('Ann Lee')
export const BOB = account('Bob Stone')
export const CLEO = account('Cleo Park')
export const DAN = account('Dan Rivers')

const TOOLS = `import { defineTool, z } from 'hub-service'

export const orderSeeds = defineTool({
  name: 'order_seeds',
  description: 'Order seeds.',
  input: z.object({ what: z.string() }),
  restricted: { capability: 'orders', label: 'Order supplies', group: 'Shop' },
  run: ({ what }) => 'Ordered ' + what,
})

export const readInvoices = defineTool({
  name: 'read_invoices',
  description: 'Read invoices.',
  input: z.object({}),
  restricted: { capability: 'invoices', label: 'Read invoices', group: 'Shop' },
  needs: { env: ['SHOP_KEY'] },
  run: () => 'None.',
})

export const priceList = defineTool({
  name: 'price_list',
  description: 'Prices of seeds.',
  input: z.object({}),
  run(_input, ctx) {
    ctx.source({ title: 'Seed prices', url: 'https://seeds.example/prices' })
    ctx.source({ title: 'Last order', path: 'files/orders.md', text: 'Tomatoes: 3.20' })
    return '3.20'
  },
})
`

export interface StartedConsole extends AsyncDisposable {
  readonly hub: RunningHub
  readonly slug: string
  readonly ann: ConsolePerson
}

export interface SeededConsole extends StartedConsole {
  readonly bob: ConsolePerson
  readonly cleo: ConsolePerson
  newcomer(name: string, permissions?: readonly string[]): Promise<ConsolePerson>
}

export const ENVIRONMENT = {
  SVC_PROCESSES: 'single',
  MCP_SERVER: 'true',
  SVC_EDIT_HUBS: 'true',
  SVC_CONSOLE_SETUP: 'true',
}

/** The Hub that the files of a process share. Tests undo their changes, and block, delete or promote only newcomers. */
export const seededConsole = (): Promise<SeededConsole> => (shared ??= startShared())

let shared: Promise<SeededConsole> | undefined

async function startShared(): Promise<SeededConsole> {
  const started = await startSeeded()
  atProcessEnd(() => started[Symbol.asyncDispose]())
  return started
}

export async function startSeeded(): Promise<SeededConsole> {
  const started = await startConsole()
  const { bob, cleo } = await seed(started)
  const { hub, slug, ann } = started
  return {
    ...started,
    bob,
    cleo,
    async newcomer(name, permissions = []) {
      const person = account(name)
      const grants = permissions.map((permission) => ({ hub: slug, permission }))
      await ann.call('POST', '/portal/api/accounts', { ...person, sign_in: 'password', grants })
      return signIn(hub.url, person)
    },
  }
}

export async function startConsole(): Promise<StartedConsole> {
  const hub = await runHub({ environment: ENVIRONMENT })
  const slug = hub.ready.hubs[0]!.slug
  const ann = await signUp(hub.url, ANN)
  await writeFile(join(hub.folder, 'tools/shop.ts'), TOOLS)
  const started = { hub, slug, ann, [Symbol.asyncDispose]: () => hub[Symbol.asyncDispose]() }
  await toolsAreRead(started)
  return started
}

export const toolsAreRead = ({ slug, ann }: Pick<StartedConsole, 'slug' | 'ann'>): Promise<void> =>
  until(async () => {
    const { items } = await ann.call('GET', `/portal/api/permissions?hub=${slug}`)
    return items.some(({ name }: { name: string }) => name === 'orders')
  })

async function seed({ hub, slug, ann }: StartedConsole): Promise<Pick<SeededConsole, 'bob' | 'cleo'>> {
  const create = (person: Account, permissions: readonly string[]) =>
    ann.call('POST', '/portal/api/accounts', {
      ...person,
      sign_in: 'password',
      grants: permissions.map((permission) => ({ hub: slug, permission })),
    })
  await create(BOB, ['use_hub', 'manage_access', 'orders'])
  await create(CLEO, ['use_hub'])
  await create(DAN, [])
  for (const name of [
    'Eve Long',
    'Finn Marsh',
    'Gul Demir',
    'Henri Blanc',
    'Ines Costa',
    'Jun Mori',
    'Mia Roth',
    'Noor Aziz',
  ])
    await create({ ...account(name), email: `${name.split(' ')[0]!.toLowerCase()}@example.org` }, ['use_hub'])
  await ann.call('POST', '/portal/api/people/block', { subject: DAN.email, suspended: true })
  await ann.call('POST', '/portal/api/access/grant', {
    subject: 'svc:nightly-report',
    hub: slug,
    permission: 'use_hub',
  })
  await signUp(hub.url, account('Kim Waits'))
  await ann.call('POST', '/portal/api/people/refresh')
  const [bob, cleo] = [await signIn(hub.url, BOB), await signIn(hub.url, CLEO)]
  // The web chat updates access to a Hub in the background.
  for (const person of [bob, cleo])
    await until(async () => (await person.call('GET', '/api/models')).data.length > 0)
  await bob.say(slug, '/tool order_seeds {"what":"tomatoes"}')
  await bob.say(slug, 'When do we sow peas?')
  await cleo.say(slug, '/tool order_seeds {"what":"peas"}')
  await bob.say(
    slug,
    `/tool propose_access ${JSON.stringify({ subject: 'noor@example.org', grant: ['orders'] })}`,
  )
  return { bob, cleo }
}
