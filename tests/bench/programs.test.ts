import assert from 'node:assert/strict'
import { chmod } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { program } from '../../bench/support/programs.ts'
import { folderWith } from '../support/folder.ts'

test('a missing program is named with its installation command, and installed only with a person’s permission', async (t) => {
  const folder = await folderWith(t, {
    'apt-get': '#!/bin/sh\ncd "${0%/*}" && : > called && printf "#!/bin/sh\\n" > wrk && /bin/chmod +x wrk\n',
  })
  await chmod(join(folder, 'apt-get'), 0o755)
  const path = process.env['PATH']
  process.env['PATH'] = folder
  t.after(() => (process.env['PATH'] = path))
  assert.throws(
    () => program('wrk', { installs: false }),
    /wrk is not installed\..*apt-get install -y --no-install-recommends wrk/,
  )
  assert.ok(!existsSync(join(folder, 'called')))
  if (process.getuid?.() === 0) assert.equal(program('wrk', { installs: true }), join(folder, 'wrk'))
})
