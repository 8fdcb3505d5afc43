import assert from 'node:assert/strict'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { openStore } from '#ground/store/store.ts'
import { folderWith } from '../support/folder.ts'
import { hub } from '../support/hub-command.ts'
import { storeOf } from '../support/own-services.ts'

const newHub = async (t: TestContext) => {
  const folder = await folderWith(t, { 'agent.md': '---\nname: Test\n---\nBe brief.\n' })
  const run = (...args: string[]) => hub([...args, '--hub', folder], { input: 'correct horse battery\n' })
  return { folder, run, slug: basename(folder).toLowerCase() }
}

test('access is granted, explained, exported and revoked before the Hub ever ran [cli.access]', async (t) => {
  const { run, slug } = await newHub(t)
  const denied = await run('access', 'explain', 'bob@x.org', 'use_hub', '--json')
  assert.deepEqual([JSON.parse(denied.stdout).allowed, JSON.parse(denied.stdout).reason], [false, 'no_grant'])
  const granted = await run('access', 'grant', 'Bob@x.org', 'use_hub')
  assert.deepEqual([granted.code, granted.stdout], [0, `bob@x.org has use_hub on ${slug}\n`])
  assert.equal((await run('access', 'grant', 'bob@x.org', 'use_hub')).stdout, 'nothing to change\n')
  assert.match(
    (await run('access', 'explain', 'bob@x.org', 'use_hub')).stdout,
    /bob@x\.org may use_hub on .*: direct\n.*by system:cli/,
  )
  assert.match((await run('access', 'list')).stdout, /^bob@x\.org +use_hub +hub-test/)
  const exported = (await run('access', 'export')).stdout.split('\r\n')
  assert.equal(exported[0], 'subject,hub,permission,granted_by,granted_at,revision,expires_at')
  assert.match(exported[1]!, new RegExp(`^bob@x\\.org,${slug},use_hub,system:cli,`))
  const conflict = await run('access', 'revoke', 'bob@x.org', 'use_hub', '--expected-revision', '1')
  assert.equal(conflict.code, 1)
  assert.match(conflict.stderr, /changed meanwhile/)
  assert.equal((await run('access', 'revoke', 'bob@x.org', 'use_hub')).code, 0)
})

test('access is given until a time on the command line, and shown with it [cli.access.until]', async (t) => {
  const { folder, run, slug } = await newHub(t)
  const end = '2099-12-03T18:00:00.000Z'
  const granted = await run('access', 'grant', 'bob@x.org', 'use_hub', '--until', '2099-12-03T19:00:00+01:00')
  assert.deepEqual([granted.code, granted.stdout], [0, `bob@x.org has use_hub on ${slug} until ${end}\n`])
  assert.match((await run('access', 'list')).stdout, new RegExp(`until ${end}`))
  assert.match((await run('access', 'export')).stdout, new RegExp(`,${end}\r\n$`))
  assert.match((await run('access', 'explain', 'bob@x.org', 'use_hub')).stdout, new RegExp(`until ${end}`))
  for (const wrong of ['2020-01-01T00:00:00Z', '2020-01-01', 'soon', '2026-13-01T00:00:00Z'])
    assert.equal((await run('access', 'grant', 'bob@x.org', 'use_hub', '--until', wrong)).code, 2, wrong)
  const plan = join(folder, 'plan.json')
  const apply = async (expires_at: string) => {
    const operation = { action: 'grant', subject: 'bob@x.org', permission: 'use_hub', expires_at }
    await writeFile(plan, JSON.stringify({ operations: [operation] }))
    return (await run('access', 'apply', plan)).code
  }
  assert.deepEqual(
    [await apply('2020-01-01T00:00:00Z'), await apply('never'), await apply('2099-01-01T00:00:00Z')],
    [2, 2, 0],
  )
  const explained = await run('access', 'explain', 'bob@x.org', 'use_hub', '--json')
  assert.equal(JSON.parse(explained.stdout).grant.expires_at, '2099-01-01T00:00:00.000Z')
})

const TOOL = `import { defineTool, z } from 'hub-service'
export const t = defineTool({ name: 'post', description: 'Posts', input: z.object({}), run: () => 'done',
  restricted: { capability: 'send_letters', label: 'Send letters', group: 'Letters' } })
`

test('a permission that does not exist is refused with the nearest, and one that has gone is shown without effect [cli.access.exists]', async (t) => {
  const { folder, run, slug } = await newHub(t)
  await mkdir(join(folder, 'tools'))
  await writeFile(join(folder, 'tools/post.ts'), TOOL)
  for (const [wrong, nearest] of Object.entries({ use_hubb: 'use_hub', send_leters: 'send_letters' })) {
    const refused = await run('access', 'grant', 'bob@x.org', wrong)
    assert.equal(refused.code, 2)
    assert.match(refused.stderr, new RegExp(`no permission ${wrong} on ${slug}; did you mean ${nearest}\\?`))
  }
  const operations = [{ action: 'grant', subject: 'bob@x.org', permission: 'share_publik' }]
  await writeFile(join(folder, 'plan.json'), JSON.stringify({ operations }))
  const applied = await run('access', 'apply', join(folder, 'plan.json'))
  assert.deepEqual([applied.code, /did you mean share_public\?/.test(applied.stderr)], [2, true])
  assert.equal((await run('access', 'list', '--json')).stdout, '')

  assert.equal((await run('access', 'grant', 'bob@x.org', 'send_letters')).code, 0)
  assert.doesNotMatch((await run('access', 'list')).stdout, /effect/)
  const all = (await run('access', 'explain', 'bob@x.org', '--json')).stdout.trim().split('\n')
  assert.deepEqual(
    all.map((line) => JSON.parse(line)).map(({ permission, allowed }) => [permission, allowed]),
    [
      ['use_hub', false],
      ['manage_access', false],
      ['share_public', false],
      ['send_letters', true],
    ],
  )
  await rm(join(folder, 'tools/post.ts'))
  assert.match((await run('access', 'list')).stdout, /send_letters .*no effect/)
  assert.match((await run('access', 'explain', 'bob@x.org')).stdout, /send_letters has no effect/)
  assert.equal(JSON.parse((await run('access', 'list', '--json')).stdout).without_effect, true)
  assert.match((await run('access', 'explain', 'bob@x.org', 'use_hubb')).stdout, /did you mean use_hub\?/)
  assert.equal((await run('access', 'revoke', 'bob@x.org', 'send_letters')).code, 0)
  assert.equal((await run('access', 'list', '--json')).stdout, '')
})

test('a file of operations is applied whole or not at all [cli.access]', async (t) => {
  const { folder, run } = await newHub(t)
  const apply = async (plan: unknown) => {
    await writeFile(join(folder, 'plan.json'), typeof plan === 'string' ? plan : JSON.stringify(plan))
    return run('access', 'apply', join(folder, 'plan.json'))
  }
  const grant = { action: 'grant', subject: 'bob@x.org', permission: 'use_hub' }
  const bad = await apply({ operations: [grant, { ...grant, subject: '*' }] })
  assert.deepEqual([bad.code, (await run('access', 'list', '--json')).stdout], [1, ''])
  for (const mistake of [
    '{',
    { operations: [{ ...grant, extra: 1 }] },
    { operations: [{ ...grant, subject: 'bob' }] },
  ])
    assert.equal((await apply(mistake)).code, 2)
  const good = await apply({ operations: [grant, { ...grant, hub: '*', permission: 'manage_access' }] })
  assert.equal(good.code, 0, good.stderr)
  assert.equal((await run('access', 'list', '--json')).stdout.trim().split('\n').length, 2)
})

test('a Hub moves between groups and the Console, with its members [cli.access]', async (t) => {
  const { folder, run } = await newHub(t)
  assert.match((await run('access', 'unmanage')).stdout, /groups decide .* now/)
  const refused = await run('access', 'grant', 'bob@x.org', 'use_hub')
  assert.deepEqual([refused.code, /web chat groups/.test(refused.stderr)], [1, true])
  await writeFile(join(folder, 'members.txt'), 'bob@x.org\n\nnot an address\n')
  const moved = await run('access', 'manage', '--members', join(folder, 'members.txt'), '--json')
  assert.deepEqual(JSON.parse(moved.stdout), {
    changed: true,
    revision: 3,
    imported: 1,
    skipped: ['not an address'],
  })
})

test('the ledgers are listed, exported and verified, and tampering fails [cli.audit]', async (t) => {
  const { folder, run } = await newHub(t)
  await run('access', 'grant', 'bob@x.org', 'use_hub')
  const listed = await run('audit', 'list', '--ledger', 'access', '--user', 'bob@x.org', '--json')
  const { actor, action, hash } = JSON.parse(listed.stdout)
  assert.deepEqual([actor, action], ['system:cli', 'grant'])
  assert.equal(
    (await run('audit', 'list', '--ledger', 'tools')).stdout,
    'no entries among restricted tool calls\n',
  )
  assert.match(
    (await run('audit', 'list')).stdout,
    /^\S+ +access +grant +bob@x\.org +use_hub .* by system:cli$/m,
  )
  assert.deepEqual(
    (await run('audit', 'list', '--json')).stdout
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { ledger: string }).ledger),
    ['access', 'access'],
  )
  assert.equal((await run('audit', 'list', '--actor', 'x', '--tool', 'y')).code, 2)
  assert.equal((await run('audit', 'export', '--ledger', 'access')).stdout.trim().split('\r\n').length, 3)
  const intact = await run('audit', 'verify')
  assert.deepEqual(
    [intact.code, intact.stdout],
    [0, `access: 2 entries, intact, the last hash is ${hash}\ntools: 0 entries, intact\n`],
  )

  await using store = await openStore(await storeOf(join(folder, '.svc')))
  await store.db.updateTable('access_changes').set({ subject: 'eve@x.org' }).where('seq', '=', 2).execute()
  const broken = await run('audit', 'verify', '--ledger', 'access')
  assert.deepEqual(
    [broken.code, broken.stdout],
    [1, 'access: entry 2 was changed; the 1 before it are intact\n'],
  )
  assert.equal((await run('audit', 'list', '--since', 'soon')).code, 2)
})

test('the first administrator made on the command line administers the organization, the second does not [cli.admin]', async (t) => {
  const { run, slug } = await newHub(t)
  for (const name of ['ada', 'bob']) {
    const person = ['--email', `${name}@example.org`, '--name', name]
    const made = await run('admin', 'create', ...person, '--password-stdin')
    assert.equal(made.code, 0, made.stderr)
  }
  const listed = (await run('access', 'list', '--json')).stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual(
    listed.map(({ subject, hub: place, permission, granted_by }) => [subject, place, permission, granted_by]),
    [
      ['ada@example.org', '*', 'manage_access', 'system:bootstrap'],
      ['ada@example.org', slug, 'use_hub', 'system:bootstrap'],
    ],
  )
})
