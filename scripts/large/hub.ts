import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { openStore } from '#ground/store/store.ts'
import { startWork, type StartedWork } from '../../tests/web-console/started-work.ts'
import { until } from '../../tests/support/until.ts'

export const SIZES = { accounts: 10_000, people: 304, permissions: 23, artifacts: 320, events: 2005 }

const OWN_PERMISSIONS = ['use_hub', 'manage_access', 'share_public']
const MAX_CONCURRENT = 8

const IDLE =
  '---\non_webhook: true\nenabled: false\nrun_as: ann.lee@example.org\nrun: scripts/orders.sh\n---\n'

export async function startLargeHub(log: (text: string) => void): Promise<StartedWork> {
  const started = await startWork({ 'tasks/orders.md': IDLE })
  const parts = {
    accounts: addAccounts,
    permissions: addPermissions,
    artifacts: addArtifacts,
    events: addEvents,
  }
  for (const [name, add] of Object.entries(parts)) {
    const start = performance.now()
    await add(started)
    log(`${name} filled in ${((performance.now() - start) / 1000).toFixed(1)} s`)
  }
  return started
}

const emailOf = (n: number) => `person${n}@example.org`

/** Writes rows directly, because hashing passwords is slow and these accounts never sign in. */
async function addAccounts({ hub, ann }: StartedWork): Promise<void> {
  await using store = await openStore({ kind: 'sqlite', path: join(hub.folder, '.svc/hub.db') })
  const ids = Array.from({ length: SIZES.accounts - 1 }, (_, n) => n)
  for (let start = 0; start < ids.length; start += 500)
    await store.db
      .insertInto('chatapp_users')
      .values(
        ids.slice(start, start + 500).map((n) => ({
          ...ACCOUNT,
          id: `person-${n}`,
          email: emailOf(n),
          name: `${FIRST_NAMES[n % FIRST_NAMES.length]} ${SURNAMES[n % SURNAMES.length]} ${n}`,
          role: n % 500 === 499 ? 'pending' : 'user',
        })),
      )
      .execute()
  await ann.call('POST', '/portal/api/people/refresh')
  await until(async () => (await ann.call('GET', '/portal/api/people?limit=1')).total >= SIZES.accounts, {
    everyMs: 50,
    timeoutMs: 600_000,
  })
}

async function addPermissions({ hub, slug, ann }: StartedWork): Promise<void> {
  const capabilities = Array.from(
    { length: SIZES.permissions - OWN_PERMISSIONS.length },
    (_, n) => `capability_${n}`,
  )
  await writeFile(join(hub.folder, 'tools/many.ts'), toolsFor(capabilities))
  await until(
    async () => {
      const { items } = await ann.call('GET', `/portal/api/permissions?hub=${slug}`)
      return items.length >= SIZES.permissions
    },
    { everyMs: 50, timeoutMs: 600_000 },
  )
  await eachOf(SIZES.people - 1, async (n) => {
    const given = ['use_hub', ...capabilities.filter((_, place) => (n + place) % 3 === 0)]
    await ann.call('POST', '/portal/api/access/apply', {
      subject: emailOf(n),
      hub: slug,
      operations: given.map((permission) => ({ action: 'grant', permission })),
    })
  })
}

const toolsFor = (capabilities: readonly string[]) => `import { defineTool, z } from 'hub-service'
${capabilities
  .map(
    (capability, n) => `export const tool${n} = defineTool({
  name: 'tool_${n}', description: 'Tool ${n}.', input: z.object({}), run: () => 'done',
  restricted: { capability: '${capability}', label: 'Do task number ${n}', group: 'Department ${n % 4}' },
})`,
  )
  .join('\n')}
`

const addArtifacts = ({ hub, slug, ann }: StartedWork): Promise<void> =>
  eachOf(SIZES.artifacts, async (n) => {
    const query = new URLSearchParams({ hub: slug, filename: `report-${n}.md`, title: `Report ${n}` })
    const upload = () =>
      fetch(`${hub.url}/portal/artifacts/api/upload?${query}`, {
        method: 'POST',
        headers: {
          cookie: `token=${ann.token}`,
          origin: hub.url,
          'content-type': 'application/octet-stream',
        },
        body: `# Report ${n}\n`,
      })
    let answer = await upload()
    while (answer.status === 429) {
      await setTimeout(1000 * Number(answer.headers.get('retry-after')))
      answer = await upload()
    }
    assert.equal(answer.status, 201, await answer.text())
  })

const addEvents = ({ deliver }: StartedWork): Promise<void> =>
  eachOf(SIZES.events, async (order) => {
    assert.equal(await deliver({ order, item: 'Lavender' }, '?kind=order'), 'ok')
  })

async function eachOf(count: number, act: (n: number) => Promise<void>): Promise<void> {
  const numbers = Array.from({ length: count }, (_, n) => n).values()
  await Promise.all(
    Array.from({ length: MAX_CONCURRENT }, async () => {
      for (const n of numbers) await act(n)
    }),
  )
}

const FIRST_NAMES = ['Ada', 'Ben', 'Chen', 'Dilek', 'Emil', 'Fatima', 'Giorgio', 'Hana', 'Ivo', 'Jun', 'Kim']
const SURNAMES = ['Smith', 'Meyer', 'Rossi', 'Novak', 'Tanaka', 'Silva', 'Okafor']

const ACCOUNT = {
  password_hash: null,
  profile_image_url: '',
  oauth: null,
  settings: '{}',
  created_at: 1_790_000_000,
  updated_at: 1_790_000_000,
  last_active_at: 1_790_000_000,
}
