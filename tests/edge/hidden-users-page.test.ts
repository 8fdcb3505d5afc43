import assert from 'node:assert/strict'
import test, { type TestContext } from 'node:test'
import { onlyHub } from '#surfaces/edge/hubs.ts'
import { startTestChatapp } from '../chatapp/started-chatapp.ts'
import { openBrowser } from '../support/browser.ts'
import { startTestEdge, type TestEdgeOptions } from '../support/edge.ts'
import { startRecordingServer } from '../support/recording-server.ts'
import { openPage, PAGES } from '../web/started-page.ts'

async function startHidingEdge(t: TestContext, managed: boolean, options: TestEdgeOptions) {
  const bridge = await startRecordingServer(t, (request, response) => {
    if (request.url === '/v1/hubs')
      return void response.end(JSON.stringify({ data: [{ id: 'ash', managed }] }))
    response.setHeader('content-type', 'text/html').end('<h1>Console</h1>')
  })
  return startTestEdge(t, {
    hidesUsers: true,
    hubs: onlyHub({ slug: 'ash', bridge: bridge.url, inbound: null, mcp: false, mcpSignIn: false }),
    ...options,
  })
}

const ROUTED = `<!doctype html><script src="/svc-portal-navigation.js"></script><h1>Chat</h1><script>
  const go = (path, how) => { history[how]({}, '', path); document.querySelector('h1').textContent = location.pathname }
</script>`

const clicks = (managed: boolean): [path: string, how: 'pushState' | 'replaceState', to: string][] =>
  managed
    ? [
        ['/admin', 'pushState', '/admin/settings/integrations'],
        ['/admin/users/groups', 'pushState', '/admin/settings/integrations'],
        ['/admin/users/overview', 'replaceState', '/admin/settings/integrations'],
        ['/c/1', 'pushState', '/c/1'],
      ]
    : [
        ['/admin', 'replaceState', '/admin/settings/integrations'],
        ['/admin/users/', 'pushState', '/portal/people'],
        ['/admin/users/overview', 'replaceState', '/portal/people'],
        ['/admin/users/groups', 'pushState', '/admin/users/groups'],
      ]

test('a click that loads nothing leads where a load would lead [edge.hidden-users]', async (t) => {
  const browser = await openBrowser()
  t.after(() => browser[Symbol.asyncDispose]())
  const page = await browser.newPage()
  for (const managed of [false, true]) {
    const edge = await startHidingEdge(t, managed, {
      chatapp: (_, response) => void response.setHeader('content-type', 'text/html').end(ROUTED),
    })
    for (const [path, how, to] of clicks(managed)) {
      await page.goto(`${edge.url}/c/0`)
      // The page may navigate before the call returns.
      await page.evaluate(`go(${JSON.stringify(path)}, '${how}')`).catch(() => {})
      await page.waitForURL(edge.url + to)
      assert.equal(new URL(page.url()).pathname, to, `${how} ${path}`)
    }
  }
})

test('going back to a page on users is redirected, too [edge.hidden-users]', async (t) => {
  const browser = await openBrowser()
  t.after(() => browser[Symbol.asyncDispose]())
  const page = await browser.newPage()
  const edge = await startHidingEdge(t, false, {
    chatapp: (_, response) => void response.setHeader('content-type', 'text/html').end(ROUTED),
  })
  await page.goto(`${edge.url}/c/0`)
  await page.evaluate(`
    History.prototype.pushState.call(history, {}, '', '/admin/users')
    History.prototype.pushState.call(history, {}, '', '/c/1')
  `)
  await page.evaluate('history.back()').catch(() => {})
  await page.waitForURL(`${edge.url}/portal/people`)
})

test('the built-in web chat opens its integrations where its Admin Panel is asked for [edge.hidden-users]', async (t) => {
  const chatapp = await startTestChatapp(t, { pagesFolder: PAGES })
  const edge = await startHidingEdge(t, true, { chatappUrl: chatapp.url })
  const { token } = await chatapp.signUp('Ann Lee')
  const { page } = await openPage(t, { url: edge.url, token })
  for (const path of ['/admin', '/admin/users', '/admin/users/groups']) {
    await page.goto(edge.url + path)
    await page.getByRole('tab', { name: 'Integrations', selected: true }).waitFor()
    assert.equal(new URL(page.url()).search, '?settings=integrations', path)
  }
})
