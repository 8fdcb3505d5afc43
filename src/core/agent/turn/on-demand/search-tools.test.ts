import assert from 'node:assert/strict'
import { test } from 'node:test'
import { searchTools } from './search-tools.ts'

const tool = (name: string, description: string, properties: object = {}) => ({
  name,
  description,
  inputSchema: { type: 'object', properties },
})

const TOOLS = [
  tool('desk__list_orders', 'Lists the orders of a customer', { customer: { description: 'Name or id' } }),
  tool('desk__createInvoice', 'Writes a bill for an order', { due: { description: 'Day of payment' } }),
  tool('desk__send_letter', 'Sends a letter', { invoice_id: { type: 'string' } }),
  tool('water__open_valve', 'Opens a valve in the greenhouse', { minutes: { title: 'Duration' } }),
  tool('wetter', '查询城市天气', {}),
]

const found = (query: string) => searchTools(TOOLS, query, 3).map(({ name }) => name)

test('a name counts more than a description, and a description more than a parameter [agent.on-demand.search]', () => {
  assert.deepEqual(found('invoice'), ['desk__createInvoice', 'desk__send_letter'])
  assert.deepEqual(found('the customers’ order'), ['desk__list_orders', 'desk__createInvoice'])
  assert.deepEqual(found('duration'), ['water__open_valve'])
})

test('parts of words, plurals and words without spaces match, and no other words [agent.on-demand.search]', () => {
  assert.deepEqual(found('valves'), ['water__open_valve'])
  assert.deepEqual(found('pay'), [])
  assert.deepEqual(found('payments'), ['desk__createInvoice'])
  assert.deepEqual(found('green house greenhouses'), ['water__open_valve'])
  assert.deepEqual(found('天气'), ['wetter'])
  assert.deepEqual(found('with the tools of a'), [])
})

test('a word of every tool distinguishes none [agent.on-demand.search]', () => {
  assert.equal(found('desk letter')[0], 'desk__send_letter')
  assert.equal(searchTools(TOOLS, 'desk', 2).length, 2)
})
