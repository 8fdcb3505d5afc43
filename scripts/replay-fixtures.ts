/**
 * Replays recorded answers of other projects' provider packages against this project's model clients. Fails if a
 * text, a tool call, a token count or the end of an answer is lost.
 */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { createModelChooser } from '#core/agent/model/choose.ts'
import { systemClock } from '#ground/base/clock.ts'
import { fetched, RELEASES } from './replay/packages.ts'
import { callText, readRecording, type RecordedAnswer } from './replay/recorded-answer.ts'
import { streamsOf, type RecordedStream } from './replay/streams.ts'

const CACHE = fileURLToPath(new URL('../node_modules/.cache/provider-fixtures', import.meta.url))

let lost = 0
for (const release of RELEASES) {
  const streams = await streamsOf(release, await fetched(release, CACHE))
  if (streams.length === 0) throw new Error(`${release.name}@${release.version} holds no recordings.`)
  for (const stream of streams) {
    const troubles = differences(readRecording(stream.provider, stream.events), await readAnswer(stream))
    if (troubles.length > 0) console.log(`✖ ${stream.place} (${stream.provider}): ${troubles.join('; ')}`)
    lost += troubles.length
  }
  console.log(`${release.name}@${release.version}: ${streams.length} answers replayed`)
}
if (lost > 0) process.exitCode = 1

interface ReceivedAnswer extends RecordedAnswer {
  error: unknown
}

async function readAnswer({ provider, events }: RecordedStream): Promise<ReceivedAnswer> {
  const received: ReceivedAnswer = {
    text: '',
    calls: [],
    usage: null,
    finished: false,
    failed: false,
    error: null,
  }
  await using upstream = await serve(events)
  const address = { provider, name: 'recorded', baseUrl: upstream.url, apiKey: 'none' }
  const models = createModelChooser({ models: [address], modelConfig: () => address }, { clock: systemClock })
  const request = {
    messages: [{ role: 'user' as const, parts: [{ type: 'text' as const, text: 'hi' }] }],
    tools: [],
  }
  try {
    for await (const event of models.modelsFor(null)[0].stream(request, AbortSignal.timeout(10_000))) {
      if (event.type === 'text') received.text += event.text
      if (event.type === 'tool-call') received.calls.push(callText(event.call.name, event.call.input))
      if (event.type === 'finish') {
        received.finished = event.reason !== 'aborted'
        received.usage = [event.usage.input, event.usage.output]
      }
    }
  } catch (error) {
    received.failed = true
    received.error = error
  }
  return received
}

function differences(recorded: RecordedAnswer, received: ReceivedAnswer): string[] {
  if (recorded.failed || !recorded.finished)
    return received.failed ? [] : ['an answer without an end passes for whole']
  if (received.failed) return [`fails with “${String(received.error)}”`]
  const [input, output] = recorded.usage ?? [-1, -1]
  return [
    recorded.text !== received.text &&
      `text ${JSON.stringify(received.text)} for ${JSON.stringify(recorded.text)}`,
    recorded.calls.some((call) => !received.calls.includes(call)) &&
      `calls ${received.calls.join()} for ${recorded.calls.join()}`,
    input !== -1 && input !== received.usage?.[0] && `${received.usage?.[0]} tokens in for ${input}`,
    output !== -1 && output !== received.usage?.[1] && `${received.usage?.[1]} tokens out for ${output}`,
  ].filter((trouble) => trouble !== false)
}

async function serve(events: readonly string[]): Promise<AsyncDisposable & { url: string }> {
  const server: Server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end([...events, '[DONE]'].map((data) => `data: ${data}\n\n`).join(''))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
