import assert from 'node:assert/strict'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import Fastify from 'fastify'
import { openWebApp, sendAsset, sendPage } from '#ground/base/web-app/open.ts'
import { folderWith } from '../support/folder.ts'
import { publish } from '../../web/publish.ts'

async function startPages(t: TestContext) {
  const folder = await folderWith(t, {})
  const place = join(folder, 'chat')
  const webApp = openWebApp(place)
  const app = Fastify()
  app.get('/*', async (request, reply) => {
    const asset = await webApp.find(request.url)
    if (asset) return sendAsset(request, reply, asset)
    const page = await webApp.page()
    return page ? sendPage(request, reply, page) : reply.code(503).send()
  })
  t.after(() => app.close())
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const build = async (name: string) => {
    const built = join(folder, `.chat-${name}`)
    await mkdir(join(built, 'assets'), { recursive: true })
    const script = `/assets/app-${name}.js`
    await writeFile(join(built, script), `"${name}"`)
    for (const ending of ['', '.br', '.gz'])
      await writeFile(join(built, `index.html${ending}`), `<script src="${script}">${name.repeat(99)}`)
    await publish(built, place)
  }
  const read = async (path: string) => {
    const answer = await fetch(url + path, { headers: { 'accept-encoding': 'identity' } })
    return { status: answer.status, text: await answer.text() }
  }
  return { build, read, place }
}

const scriptOf = (page: string) => /src="([^"]+)"/.exec(page)![1]!

test('while builds replace each other, every page is whole and its files are there [house.publish]', async (t) => {
  const { build, read } = await startPages(t)
  assert.equal((await read('/')).status, 503)
  await build('a')
  let done = false
  let reads = 0
  const reading = (async () => {
    while (!done) {
      const page = await read('/')
      assert.equal(page.status, 200)
      const name = /app-(\w+)\.js/.exec(page.text)![1]!
      assert.ok(page.text.endsWith(name.repeat(99)), 'the page of one build, whole')
      assert.deepEqual(await read(scriptOf(page.text)), { status: 200, text: `"${name}"` })
      reads += 1
    }
  })()
  for (const name of ['bb', 'ccc', 'd', 'ee', 'fff']) {
    const before = reads
    await build(name)
    while (reads < before + 3) await Promise.race([reading, new Promise((resolve) => setImmediate(resolve))])
    assert.match((await read('/')).text, new RegExp(`app-${name}\\.js`))
  }
  done = true
  await reading
})

test('a page from before the newest build still loads its parts; older ones are gone [house.publish]', async (t) => {
  const { build, read, place } = await startPages(t)
  await build('a')
  await build('b')
  assert.equal((await read('/assets/app-a.js')).text, '"a"')
  await build('c')
  assert.deepEqual((await readdir(join(place, 'assets'))).toSorted(), ['app-b.js', 'app-c.js'])
})
