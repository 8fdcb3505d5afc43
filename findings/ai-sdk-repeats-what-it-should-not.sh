#!/bin/sh
# The AI SDK repeats a request that failed with a status of 500 or more twice, also where the answer says `x-should-retry: false`,
# which OpenAI's own clients follow. A server whose request had an effect before it failed, such as a tool that ran, sees it three times.
# Prints the requests of both clients; fails when the counts change.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --silent --no-audit --no-fund ai@7.0.173 @ai-sdk/openai-compatible@3.0.92 openai@7.59.0
cat > count.mjs <<'END'
import { createServer } from 'node:http'
import { readFileSync } from 'node:fs'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText } from 'ai'
import OpenAI from 'openai'

let requests = 0
const server = createServer((request, response) => {
  requests++
  request.resume()
  response.writeHead(502, { 'content-type': 'application/json', 'x-should-retry': 'false' })
  response.end('{"error":{"message":"The tool ran, then the model failed.","type":"server_error"}}')
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const baseURL = `http://127.0.0.1:${server.address().port}/v1`
const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version
async function count(name, ask) {
  requests = 0
  await ask().catch(() => {})
  console.log(`${name} ${versionOf(name)}: ${requests} requests`)
  return requests
}
const model = createOpenAICompatible({ name: 'x', baseURL, apiKey: 'k' })('m')
const ai = await count('ai', () => generateText({ model, prompt: 'hi' }))
const messages = [{ role: 'user', content: 'hi' }]
const openai = await count('openai', () =>
  new OpenAI({ baseURL, apiKey: 'k' }).chat.completions.create({ model: 'm', messages }),
)
process.exit(ai === 3 && openai === 1 ? 0 : 1)
END
node count.mjs
