import type { RecordedRequest, Upstream, UpstreamScript } from '../../support/upstream.ts'
import { calls, says } from '../../support/upstream.ts'

/** The model's structured answer is always this object. */
export const PLANT = { plant: 'rose', beds: 2 }

/**
 * The Hub's model. The person's last prompt is an instruction:
 * - `say TEXT`: answers TEXT
 * - `call TOOL JSON`: calls the tool, even if it is not offered, then answers `result: ` and the result
 * - `call-then-fail TOOL JSON`: calls the tool, then fails
 * - `fail`: fails
 * - `plant`: answers PLANT as JSON, or calls the tool that a framework offers for structured output
 */
export const obey: UpstreamScript = (answer, request) => {
  const { order, result } = read(request)
  const [, verb = '', rest = ''] = /^(\S+)\s*([^]*)$/.exec(order) ?? []
  if (verb === 'fail' || (verb === 'call-then-fail' && result !== null))
    return answer.status(500, { error: { message: 'The model has a fault.' } })
  if (verb === 'say') return says(rest)(answer, request)
  if (verb === 'plant') return givePlant(answer, request)
  if (!verb.startsWith('call')) return says(`no order: ${order}`)(answer, request)
  if (result !== null) return says(`result: ${result}`)(answer, request)
  const [, name = '', input = '{}'] = /^(\S+)\s*([^]*)$/.exec(rest) ?? []
  return calls({ name, input })(answer, request)
}

const givePlant: UpstreamScript = (answer, request) => {
  const output = toolsOf(request).find((name) => name.includes('final_result') || name.includes('Plant'))
  const isFormatted = request.body['response_format'] !== undefined
  return output && !isFormatted
    ? calls({ name: output, input: PLANT })(answer, request)
    : says(JSON.stringify(PLANT))(answer, request)
}

const toolsOf = ({ body }: RecordedRequest) => (body.tools ?? []).map((tool) => tool.function.name)

function read({ body }: RecordedRequest): { order: string; result: string | null } {
  const messages = body.messages ?? []
  const at = messages.findLastIndex(({ role, content }) => role === 'user' && !isOfTool(textOf(content)))
  const result = messages.slice(at + 1).findLast(({ role }) => role === 'tool')
  return {
    order: withoutUpdate(textOf(messages[at]?.content)),
    result: result ? textOf(result.content) : null,
  }
}

/** The Hub puts news of the chat, such as saved files, before the prompt. */
const withoutUpdate = (text: string): string => text.split(END_OF_UPDATE).at(-1)!.trim()
const END_OF_UPDATE = '[End of the update]'

/** The Hub sends a tool's files in a message after the result. */
const isOfTool = (text: string): boolean => text.startsWith('[Returned by the tool')

const textOf = (content: unknown): string => {
  if (typeof content === 'string') return content
  return Array.isArray(content) ? content.map((part: { text?: string }) => part.text ?? '').join('') : ''
}

export const askedFor = (model: Upstream, text: string): number =>
  model.requests.filter((request) => request.text.includes(text)).length
