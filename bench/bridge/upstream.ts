import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Model server: sends `chunks` pieces at once, or one every `every` ms. Some prompts make it fail or call a tool. */
const [chunks = 8, every = 0] = process.argv.slice(2).map(Number)

const facts = { id: 'chatcmpl-bench', created: 1_780_000_000, model: 'bench' }
const usage = { prompt_tokens: 20, completion_tokens: chunks, total_tokens: 20 + chunks }
const event = (data: unknown) => `data: ${JSON.stringify(data)}\n\n`
const delta = (delta: object, finish: string | null = null) =>
  event({ ...facts, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })
const piece = delta({ content: 'word ' })
const end = `${delta({}, 'stop')}${event({ ...facts, object: 'chat.completion.chunk', choices: [], usage })}data: [DONE]\n\n`
const atOnce = piece.repeat(chunks) + end
const call = `${delta({ tool_calls: [{ index: 0, id: 'c1', type: 'function', function: { name: 'list_files', arguments: '{}' } }] })}${delta({}, 'tool_calls')}data: [DONE]\n\n`
const whole = JSON.stringify({
  ...facts,
  object: 'chat.completion',
  choices: [
    { index: 0, message: { role: 'assistant', content: 'word '.repeat(chunks) }, finish_reason: 'stop' },
  ],
  usage,
})

const server = createServer((request, response) => {
  if (request.method === 'GET') return response.writeHead(404).end() // this server has no list of models
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (text: string) => (body += text))
  request.on('end', () => {
    const asked = JSON.parse(body) as { stream?: boolean; messages: { role: string; content: unknown }[] }
    const last = asked.messages.at(-1)!
    if (last.content === 'Fail.') return response.writeHead(400).end('{"error":{"message":"as asked"}}')
    if (typeof last.content === 'string' && last.content.endsWith('Use a tool.')) return response.end(call)
    if (last.content === 'Take your time.') return void response.write(piece)
    if (!asked.stream) return response.setHeader('content-type', 'application/json').end(whole)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    if (every === 0) return response.end(atOnce)
    let sent = 0
    const next = () => {
      if (sent++ === chunks) return response.end(end)
      response.write(piece)
      return setTimeout(next, every)
    }
    return next()
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
process.once('disconnect', () => process.exit())
