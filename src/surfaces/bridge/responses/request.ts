import { isRecord } from '#ground/base/json/lenient.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { describe, excessRefusal, readObject } from '../completions/request.ts'
import { invalidRequest, type BridgeError } from '../error.ts'
import { INPUT_ITEM_TYPES, ResponseRequest } from './fields.ts'

export async function readResponseRequest(
  body: Buffer | undefined,
): Promise<Result<ResponseRequest, BridgeError>> {
  const json = await readObject(body)
  if (!json.ok) return json
  const request = withItemTypes(json.value)
  const refusal = excessRefusal('input', request['input']) ?? unsupportedIn(request)
  if (refusal) return refused(refusal)
  const parsed = ResponseRequest.safeParse(request)
  if (!parsed.success) return refused(describe(parsed.error.issues[0]!))
  const names = (parsed.data.tools ?? []).map(({ name }) => name)
  const twice = names.findIndex((name, index) => names.indexOf(name) !== index)
  if (twice === -1) return accepted(parsed.data)
  const param = `tools[${twice}].name`
  return refused(invalidRequest(`There are two tools named “${names[twice]}”.`, { param }))
}

type Json = Record<string, unknown>

function withItemTypes(request: Json): Json {
  const { input } = request
  if (!Array.isArray(input)) return request
  const typed = (item: unknown): unknown =>
    isRecord(item) && item['type'] == null && item['role'] != null ? { ...item, type: 'message' } : item
  return { ...request, input: input.map(typed) }
}

function unsupportedIn(request: Json): BridgeError | null {
  if (request['background'] === true)
    return unsupported('background', 'A Hub answers at once: send the request without background.')
  if (request['conversation'] != null)
    return unsupported(
      'conversation',
      'Conversations are not stored here: continue one with previous_response_id, or send all its items.',
    )
  if (request['prompt'] != null)
    return unsupported('prompt', 'Prompt templates are not stored here: send instructions and input.')
  const tool = position(request['tools'], ({ type }) => type !== 'function')
  if (tool) return unsupportedTool(`tools[${tool.index}]`, tool.type)
  const choice = request['tool_choice']
  if (isRecord(choice) && choice['type'] !== 'function' && choice['type'] !== 'allowed_tools')
    return unsupportedTool('tool_choice', choice['type'])
  const allowed = isRecord(choice) ? position(choice['tools'], ({ type }) => type !== 'function') : null
  if (allowed) return unsupportedTool(`tool_choice.tools[${allowed.index}]`, allowed.type)
  const item = position(
    request['input'],
    ({ type }) => typeof type === 'string' && !INPUT_ITEM_TYPES.has(type),
  )
  if (item)
    return unsupported(
      `input[${item.index}]`,
      `Input items of type ${nameOf(item.type)} are not supported here.`,
    )
  return null
}

const unsupportedTool = (param: string, type: unknown): BridgeError =>
  typeof type === 'string'
    ? unsupported(
        param,
        `Tools of type ${nameOf(type)} are not supported here: a client adds tools of type function, and the agent has its own tools.`,
      )
    : invalidRequest(`Invalid value at ${param}.type: required, expected function.`, {
        param: `${param}.type`,
      })

const unsupported = (param: string, message: string): BridgeError =>
  invalidRequest(message, { param, code: 'unsupported' })

function position(list: unknown, isMeant: (item: Json) => boolean): { index: number; type: unknown } | null {
  if (!Array.isArray(list)) return null
  const index = list.findIndex((item: unknown) => isRecord(item) && isMeant(item))
  return index === -1 ? null : { index, type: (list[index] as Json)['type'] }
}

const nameOf = (type: unknown): string =>
  typeof type === 'string' && /^[\w.:-]{1,64}$/.test(type) ? `“${type}”` : 'that name'
