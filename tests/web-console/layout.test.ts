import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { boxOf, heading, openConsole } from './console-page.ts'
import { BOB, seededConsole } from './started-console.ts'

const { hub, slug, ann } = await seededConsole()
const CONSOLE = `${hub.url}/portal`
const opened = await openConsole(hub.url, ann.token)
after(() => opened[Symbol.asyncDispose]())
const { page } = opened

/** Limit of “good” in Core Web Vitals. */
const MAX_SHIFT = 0.1

test('on a phone the time of a trace is not cut off [console-app.layout]', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${CONSOLE}/traces`)
  const time = page.getByRole('row').nth(1).locator('time').last()
  const { x, width } = await boxOf(time)
  assert.ok(x + width < 200, `from ${x} to ${x + width}`)
})

test('on a phone each control is at least 44 px high, and lists fit beside their acts [console-app.layout]', async () => {
  await using touch = await openConsole(hub.url, ann.token, { width: 390, height: 844 })
  const session = await touch.browser.context.newCDPSession(touch.page)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 })
  await touch.page.goto(`${CONSOLE}/`)
  await heading(touch.page, 'Overview').waitFor()
  assert.ok(await touch.page.evaluate(() => matchMedia('(pointer: coarse)').matches))
  const small: string[] = []
  for (const [path, title] of [
    ['/', 'Overview'],
    ['/notices', 'Notices'],
    ['/people?status=active', 'People'],
    [`/hubs/${slug}`, 'Demo agent'],
    [`/hubs/${slug}/access`, 'Demo agent'],
    [`/hubs/${slug}/files`, 'Demo agent'],
    ['/traces', 'Traces'],
    ['/mcp', 'MCP'],
  ] as const) {
    await touch.page.goto(CONSOLE + path)
    await heading(touch.page, title).waitFor()
    await touch.page.locator('[aria-hidden].animate-breathe').first().waitFor({ state: 'detached' })
    small.push(...(await smallControls(touch.page)).map((control) => `${path}: ${control}`))
  }
  assert.deepEqual(small, [])
})

/** Controls that a finger could miss: neither they nor their label, cell or group is 44 px high. */
const smallControls = (shown: Page): Promise<string[]> =>
  shown.locator(':is(button, select, input, textarea):not([aria-hidden=true])').evaluateAll((controls) =>
    (controls as HTMLInputElement[])
      .filter((control) => control.checkVisibility())
      .filter((control) => {
        const group = control.role === 'radio' ? control.parentElement : control.closest('td')
        const places = [control, group, control.labels?.[0]]
        return places.every((place) => (place?.offsetHeight ?? 0) < 44)
      })
      .map((control) => `${control.ariaLabel ?? control.textContent} ${control.offsetHeight} px`),
  )

test('the list of a Hub’s page does not repeat the Hub, and a cost of zero has two digits [console-app.layout]', async () => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const heads = page.getByRole('columnheader')
  await page.goto(`${CONSOLE}/traces`)
  await heads.filter({ hasText: 'Cost' }).waitFor()
  assert.equal(await heads.filter({ hasText: /^Hub$/ }).count(), 1)
  await page.getByRole('cell', { name: '$0.00', exact: true }).first().waitFor()
  await page.goto(`${CONSOLE}/hubs/${slug}/activity/traces`)
  await heads.filter({ hasText: 'Cost' }).waitFor()
  assert.equal(await heads.filter({ hasText: /^Hub$/ }).count(), 0)
})

test('the button that closes a dialog is beside its title, also above a description [console-app.layout]', async () => {
  await page.goto(`${CONSOLE}/people?status=active`)
  await page.getByRole('button', { name: 'Save view' }).click()
  const dialog = page.getByRole('dialog')
  const middleOf = ({ y, height }: { y: number; height: number }) => y + height / 2
  const title = middleOf(await boxOf(dialog.getByRole('heading')))
  const close = middleOf(await boxOf(dialog.getByRole('button', { name: 'Close' })))
  assert.ok(Math.abs(title - close) <= 2, `${title} and ${close}`)
})

for (const size of [
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
])
  test(`pages do not move while they load, ${size.width} px wide [console-app.still]`, async () => {
    await using other = await openConsole(hub.url, ann.token, size)
    await other.page.addInitScript(() => {
      const counted = window as unknown as { shift: number }
      counted.shift = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
          if (!entry.hadRecentInput) counted.shift += entry.value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const moved: string[] = []
    for (const path of [
      '/people',
      `/people/${BOB.email}`,
      '/mcp',
      '/notices',
      `/hubs/${slug}`,
      '/traces',
      '/runs',
    ]) {
      await other.page.goto(CONSOLE + path)
      await other.page.waitForLoadState('networkidle')
      const shift = await other.page.evaluate(() => (window as unknown as { shift: number }).shift)
      if (shift > MAX_SHIFT) moved.push(`${path} ${shift.toFixed(3)}`)
    }
    assert.deepEqual(moved, [])
  })
