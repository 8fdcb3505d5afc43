import assert from 'node:assert/strict'
import { chmodSync, chownSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { folderWith } from '../support/folder.ts'
import { hub } from '../support/hub-command.ts'
import { onFolders } from '../support/cluster-run.ts'

const USER = 64_022
const AGENT = '---\nname: Test\n---\nBe brief.\n'
const skip =
  process.platform !== 'linux' || process.getuid!() !== 0
    ? 'only root on Linux can become another user'
    : false
const asUser = ['setpriv', `--reuid=${USER}`, `--regid=${USER}`, '--clear-groups']

async function foreignHub(t: TestContext): Promise<string> {
  const around = await folderWith(t, { 'garden/agent.md': AGENT })
  chmodSync(around, 0o755)
  for (const path of ['garden', 'garden/agent.md']) chownSync(join(around, path), USER, USER)
  return join(around, 'garden')
}

test(
  'a command of root works as the owner of the Hub, and leaves nothing that they can’t write [cli.owner]',
  { skip },
  async (t) => {
    const folder = await foreignHub(t)
    const made = await hub(
      ['admin', 'create', '--email', 'ann@example.org', '--name', 'Ann', '--password-stdin', '--hub', folder],
      {
        input: 'correct horse battery',
      },
    )
    assert.equal(made.code, 0, made.stderr)
    assert.match(
      made.stderr,
      new RegExp(`the Hub belongs to uid ${USER}: the command continues as this user`),
    )
    const left = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    assert.ok(left.includes('.svc/store.json'))
    for (const path of left) assert.equal(statSync(join(folder, path)).uid, USER, path)
    const listed = await hub(['keys', 'list', '--email', 'ann@example.org', '--hub', folder], {
      prefix: asUser,
    })
    assert.deepEqual([listed.code, listed.stderr], [0, ''])
  },
)

test(
  'files from another user’s start are reported with the fix [cli.owner]',
  { skip: skip || onFolders('the store is a file') },
  async (t) => {
    const folder = await foreignHub(t)
    await hub(['task', 'list', '--hub', folder])
    const store = join(folder, '.svc/hub.db')
    chownSync(store, 0, 0)
    const started = await hub(['run', folder], {
      prefix: asUser,
      environment: { PORT: '0', BRIDGE_PORT: '0' },
    })
    assert.equal(started.code, 1)
    assert.ok(
      started.stderr.endsWith(
        `error ${store} belongs to user 0 and cannot be written; as root: chown -R ${USER} ${folder}/.svc\n`,
      ),
      started.stderr,
    )
  },
)

test(
  'a start removes other users’ rights to secrets and store, and doctor reports them [cli.private-files]',
  { skip: onFolders('the store is a file') },
  async (t) => {
    const folder = await folderWith(t, { 'agent.md': AGENT })
    await hub(['task', 'list', '--hub', folder])
    const store = join(folder, '.svc/hub.db')
    const secrets = join(folder, '.svc/secrets.json')
    writeFileSync(secrets, '{"broken"')
    for (const path of [store, secrets]) chmodSync(path, 0o644)
    const { stdout } = await hub(['doctor', folder, '--json'])
    const reported = JSON.parse(stdout).findings.filter(({ message }: { message: string }) =>
      message.includes('mode 644'),
    )
    assert.deepEqual(
      reported.map(({ subject }: { subject: string }) => subject),
      ['secrets.json', 'hub.db'],
    )
    const { stderr } = await hub(['run', folder], { environment: { PORT: '0', BRIDGE_PORT: '0' } })
    for (const path of [store, secrets]) {
      assert.ok(stderr.includes(`${path} could be read by other users; its mode is 0600 now`), stderr)
      assert.equal(statSync(path).mode & 0o777, 0o600)
    }
  },
)
