import assert from 'node:assert/strict'
import { test } from 'node:test'
import { logServedWindows, servedWindows } from './model-window.ts'

const address = { provider: 'compatible', name: 'm', baseUrl: 'http://127.0.0.1:1/v1', apiKey: null }
const config = { process: null, models: [address], modelConfig: () => address, contextTokens: null }
const agent = { neededTokens: () => 2900 }

const loggedOf = async (
  ...[given, fileModel, named]: [Partial<typeof config> | object, string | null, number | null]
) => {
  const logged: unknown[] = []
  const asked: string[] = []
  const reading = servedWindows({ ...config, ...given }, fileModel, agent, async ({ id }) => {
    asked.push(id)
    return named
  })
  const record = (name: string) => (fields: object) => void logged.push([name, fields])
  await logServedWindows(
    {
      windowRead: record('read'),
      windowMisconfigured: record('misconfigured'),
      windowTooSmall: record('too small'),
    },
    reading,
  )
  return { logged, asked }
}

test('a start logs the model server’s window, and a warning if it is too small or below the configured size [bridge.context]', async () => {
  const model = 'compatible/m'
  assert.deepEqual((await loggedOf({}, null, 8192)).logged, [['read', { model, window: 8192 }]])
  assert.deepEqual((await loggedOf({ contextTokens: 4096 }, null, 3000)).logged, [
    ['read', { model, window: 3000 }],
    ['misconfigured', { model, configured: 4096, named: 3000 }],
    ['too small', { model, window: 3000, needed: 3400 }],
  ])
  assert.deepEqual(await loggedOf({}, 'compatible/other', null), { logged: [], asked: ['compatible/other'] })
  assert.deepEqual(await loggedOf({ models: [] }, null, 8192), { logged: [], asked: [] })
})
