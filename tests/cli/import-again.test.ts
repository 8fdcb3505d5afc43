import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'
import { MADE, writeWebuiDatabase } from '../open-webui/webui-db.ts'
import { signIn, signUp } from '../support/console-person.ts'
import { folderWith } from '../support/folder.ts'
import { hub } from '../support/hub-command.ts'
import { runHub } from '../support/running-hub.ts'

async function webuiWith(t: TestContext, sql = '') {
  const folder = await folderWith(t, { 'agent.md': '---\nname: Test\n---\nBe brief.\n' })
  const written = writeWebuiDatabase(await folderWith(t, {}))
  t.after(() => written.close())
  const change = (statements: string) => {
    using db = new DatabaseSync(written.path)
    db.exec(statements)
  }
  change(sql)
  return {
    folder,
    change,
    async importAll() {
      const { code, stdout, stderr } = await hub([
        'import',
        'open-webui',
        written.path,
        '--hub',
        folder,
        '--json',
      ])
      assert.equal(code, 0, stderr)
      return JSON.parse(stdout)
    },
  }
}

test('the Hub’s first administrator stays the organization administrator, whoever opens the Console first [cli.import]', async (t) => {
  const { folder, importAll } = await webuiWith(t, `update user set role = 'admin' where id = '${MADE.bob}'`)
  await using running = await runHub({ folder })
  const password = 'a password of the chef'
  const chef = await signUp(running.url, { name: 'Chef', email: 'chef@example.com', password })
  await importAll()
  const bob = await signIn(running.url, {
    name: 'Bob',
    email: 'bob@example.com',
    password: 'old password of Bob',
  })
  await assert.rejects(bob.call('GET', '/portal/api/me'), /403 .*You manage no access/)
  const { is_organization_admin: isAdministrator } = await chef.call('GET', '/portal/api/me')
  assert.equal(isAdministrator, true)
})
