import { createModelChooser } from '#core/agent/model/choose.ts'
import {
  ModelFailure,
  type TurnMessage,
  type LanguageModel,
  type ModelRequest,
} from '#core/agent/model/model.ts'
import { OFFLINE } from '#core/agent/model/providers/list.ts'
import { BadConfiguration } from '#ground/base/environment.ts'
import { systemClock } from '#ground/base/clock.ts'
import { NotAHub, openHub } from '#ground/hub/open.ts'
import { readAgentConfig } from '#processes/config/agent.ts'
import type { HubSettings } from '../settings.ts'
import { ok, warning, type Finding } from './finding.ts'

const TIMEOUT_MS = 30_000
const MAX_ANSWER_TOKENS = 400

/** Sends one request that requires a tool call and one with a picture. */
export async function checkModelAnswer(
  hubFolder: string,
  { environment }: HubSettings,
  timeoutMs = TIMEOUT_MS,
): Promise<readonly Finding[]> {
  try {
    const config = readAgentConfig(environment)
    await using hub = await openHub(hubFolder, { watch: false })
    const adapted: string[] = []
    const events = {
      modelRetried() {},
      modelAdapted: ({ what }: { what: string }) => void adapted.push(what),
    }
    const chooser = createModelChooser(config, { clock: systemClock, events })
    const isPictureAllowed = config.inputs === null || config.inputs.has('image')
    const findings: Finding[] = []
    for (const model of config.process ? [] : chooser.modelsFor(hub.agent().model)) {
      if (model.id.split('/')[0] === OFFLINE) continue
      adapted.length = 0
      findings.push(...(await findingsOn(model, adapted, { isPictureAllowed, timeoutMs })))
    }
    return findings
  } catch (error) {
    if (error instanceof BadConfiguration || error instanceof NotAHub) return [] // other checks report these errors
    throw error
  }
}

async function findingsOn(
  model: LanguageModel,
  adapted: readonly string[],
  { isPictureAllowed, timeoutMs }: { isPictureAllowed: boolean; timeoutMs: number },
): Promise<Finding[]> {
  const subject = `model ${model.id}`
  const called = await answerOf(model, CALL, timeoutMs)
  if (called.problem !== null)
    return [
      warning(
        subject,
        `does not answer requests: ${called.problem}`,
        'check that the model server runs, and the model’s name and key in .env',
      ),
    ]
  const hasTools = called.hasCall && !adapted.includes(TOOL_REFUSED)
  const pictures = isPictureAllowed ? await answerOf(model, PICTURE, timeoutMs) : null
  const looks = pictures !== null && pictures.problem === null && !adapted.some(isAboutPictures)
  const parts = [
    looks ? 'accepts pictures' : 'receives text notes instead of pictures',
    called.hasThoughts || pictures?.hasThoughts ? 'returns its reasoning' : 'returns no reasoning',
  ]
  return [
    hasTools
      ? ok(subject, ['calls tools', ...parts].join(', '))
      : warning(
          subject,
          ['answers, but called no tool when a call was required', ...parts].join(', '),
          ENABLE_TOOLS,
        ),
  ]
}

const isAboutPictures = (what: string): boolean => /image|picture/i.test(what)

const ENABLE_TOOLS =
  'start llama.cpp with --jinja and vLLM with --enable-auto-tool-choice --tool-call-parser, or choose a model whose chat ' +
  'template has tools: other templates drop them without an error (docs/recipes/local-model.md)'

const TOOL = 'report_ready'
const TOOL_REFUSED = `tool ${TOOL}`

const user = (...parts: Extract<TurnMessage, { role: 'user' }>['parts'][number][]): TurnMessage => ({
  role: 'user',
  parts,
})

const CALL: ModelRequest = {
  messages: [user({ type: 'text', text: `Call the tool ${TOOL} with ready = true. Write no text.` })],
  tools: [
    {
      name: TOOL,
      description: 'Reports whether the model can call tools',
      inputSchema: {
        type: 'object',
        properties: { ready: { type: 'boolean', description: 'Always true' } },
        required: ['ready'],
      },
    },
  ],
  toolChoice: 'required',
  maxOutputTokens: MAX_ANSWER_TOKENS,
}

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const PICTURE: ModelRequest = {
  messages: [
    user(
      { type: 'text', text: 'Answer with one word: which color has this picture?' },
      { type: 'file', mediaType: 'image/png', data: PIXEL, filename: 'pixel.png' },
    ),
  ],
  tools: [],
  maxOutputTokens: MAX_ANSWER_TOKENS,
}

interface Answer {
  hasCall: boolean
  hasThoughts: boolean
  /** Why the model did not answer, without the API key; null if it answered. */
  problem: string | null
}

async function answerOf(model: LanguageModel, request: ModelRequest, timeoutMs: number): Promise<Answer> {
  const answer: Answer = { hasCall: false, hasThoughts: false, problem: null }
  try {
    for await (const event of model.stream(request, AbortSignal.timeout(timeoutMs))) {
      if (event.type === 'tool-call') answer.hasCall = true
      else if (event.type === 'reasoning') answer.hasThoughts = true
      else if (event.type === 'finish' && event.reason === 'aborted')
        answer.problem = `no complete answer within ${timeoutMs / 1000} s`
    }
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error
    answer.problem = error.message
  }
  return answer
}
