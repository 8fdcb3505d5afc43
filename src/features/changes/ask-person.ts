import { z } from 'zod'
import { defineTool } from '#core/agent/tools/define-tool.ts'
import { strictInput } from '#core/agent/tools/tool-input.ts'
import { SECRET_NAME } from '#core/agent/tools/secret-masking.ts'
import { WithCard } from '#core/agent/tools/with-card.ts'
import type { AgentTurn } from '#core/agent/turn/turn.ts'
import type { TurnTool } from '#core/agent/turn/turn-tool.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { QuestionField } from '#ground/turn/question/schema.ts'
import { titleIn } from '#ground/turn/language/sentences.ts'
import { ANSWER, MAX_TEXT_CHARS, type QuestionOperation } from './answer-text.ts'
import type { ProposeQuestion } from './propose-question.ts'
import type { ChangeRequest } from './requests.ts'

const MAX_QUESTION_CHARS = 4000
const MAX_CHOICE_CHARS = 200
const MINUTE_MS = 60_000
const UNIT_MS = { m: MINUTE_MS, h: 60 * MINUTE_MS, d: 24 * 60 * MINUTE_MS }
const MAX_LIFETIME_MS = 30 * UNIT_MS.d

const Input = z.object({
  question: z
    .string()
    .trim()
    .min(1)
    .max(MAX_QUESTION_CHARS)
    .describe('The question, in the person’s language'),
  choices: z
    .array(z.string().trim().min(1).max(MAX_CHOICE_CHARS))
    .min(2)
    .max(10)
    .optional()
    .describe('Answers to choose from'),
  several: z.boolean().default(false).describe('Whether the person may choose several of the choices'),
  form: z
    .record(z.string(), z.json())
    .optional()
    .describe(
      'Several fields instead of choices: a flat JSON Schema, `{"type":"object","properties":{…},"required":[…]}`. ' +
        'Fields are strings (also with `enum`, or `format`: email, uri, date, date-time), numbers, integers or booleans, with `title` and `description`. ' +
        'Never ask for passwords or keys.',
    ),
  expires_in: z
    .string()
    .regex(/^[1-9]\d{0,4}[mhd]$/, 'expected a duration such as 30m, 12h or 7d')
    .default('7d')
    .describe('How long the person may answer: minutes, hours or days, such as 12h; at most 30d'),
})
type Input = z.output<typeof Input>

/** Asks the person of the turn. The turn ends, and continues when the person answered. */
export const askPersonTool = (propose: ProposeQuestion): TurnTool => ({
  ...defineTool({
    name: 'ask_person',
    description:
      'Ask the person a question that only they can answer, with choices, a form, or as free text. Use it if the work ' +
      'cannot continue without the answer. Your turn ends, and continues with the answer, maybe days later.',
    input: Input,
    surfaces: ['chatapp', 'schedule', 'webhook'],
    title: ({ question }, state, language) => `${titleIn(language, 'askPerson', state)}: ${question}`,
    run() {
      throw new Error('Only an agent can ask, in a turn.')
    },
  }),
  runInTurn: (input, _context, { turn }) => ask(propose, input as Input, turn),
  endsTurn: true,
  waitsForPerson: true,
  isSafeIfInjected: true,
})

type Asking = Pick<AgentTurn, 'caller' | 'chatId' | 'runId'>

/** Asks without a turn, as a workflow step does. */
export async function askDirectly(
  propose: ProposeQuestion,
  value: unknown,
  asking: Asking,
): Promise<Result<ChangeRequest, string>> {
  const input = strictInput(Input).safeParse(value)
  if (!input.success) return refused(`Invalid input for ask_person: ${z.prettifyError(input.error)}`)
  return proposed(propose, input.data, asking)
}

async function proposed(
  propose: ProposeQuestion,
  input: Input,
  asking: Asking,
): Promise<Result<ChangeRequest, string>> {
  const { caller, chatId, runId = null } = asking
  const read = await readInput(input)
  if (!read.ok) return read
  return propose({ ...read.value, caller, chatId, runId, lifetimeMs: lifetimeOf(input) })
}

async function ask(propose: ProposeQuestion, input: Input, turn: AgentTurn) {
  const request = await proposed(propose, input, turn)
  if (!request.ok) throw new Error(request.refusal)
  const { id, summary, expiresAt } = request.value
  const answer = {
    state: 'waiting_for_answer',
    expires_at: new Date(expiresAt).toISOString(),
    note: 'The person can answer now. Your turn continues with the answer.',
  }
  return new WithCard(answer, { change: { id, summary } })
}

function lifetimeOf({ expires_in }: Input): number {
  const unit = UNIT_MS[expires_in.at(-1) as keyof typeof UNIT_MS]
  return Math.min(Number(expires_in.slice(0, -1)) * unit, MAX_LIFETIME_MS)
}

type Read = Pick<QuestionOperation, 'question' | 'form' | 'fields'>

async function readInput({ question, choices, several, form }: Input): Promise<Result<Read, string>> {
  if (choices && form) return refused('Give either `choices` or `form`, not both.')
  if (form) {
    const secret = secretField(form)
    if (secret !== null)
      return refused(`Forms must not ask for passwords or keys. Remove the field “${secret}”.`)
    const { readForm } = await import('#core/agent/tools/questions/read-form.ts') // loaded on demand, like MCP servers
    const fields = readForm(form)
    if (fields.ok && fields.value.length === 0) return refused('The form has no fields.')
    return fields.ok ? accepted({ question, form: 'form', fields: fields.value }) : fields
  }
  if (choices && new Set(choices).size < choices.length) return refused('Two of the choices are equal.')
  const named = { name: ANSWER, title: '', isRequired: true }
  const options = choices?.map((choice) => ({ value: choice, title: choice }))
  const field: QuestionField = options
    ? several
      ? { ...named, kind: 'choices', options, minItems: 1 }
      : { ...named, kind: 'choice', options }
    : { ...named, kind: 'text', maxLength: MAX_TEXT_CHARS }
  const kind = options ? (several ? 'choices' : 'choice') : 'text'
  return accepted({ question, form: kind, fields: [field] })
}

const About = z.looseObject({
  format: z.unknown().optional(),
  writeOnly: z.unknown().optional(),
  title: z.string().optional().catch(undefined),
})

/** Words for people in the languages of the product; `SECRET_NAME` has those of programs. */
const SECRET_WORDS =
  /\b(access|api|private|secret|licen[cs]e|recovery) keys?\b|kennwort|passwort|schlüssel$|密码|口令|密钥|كلمة (ال)?(مرور|سر)/i

const asksForSecret = (text: string): boolean =>
  SECRET_NAME.test(text) || SECRET_WORDS.test(text) || /\b(PIN|TAN|CVV|CVC)\b/.test(text)

function secretField({ properties }: NonNullable<Input['form']>): string | null {
  const described = z.record(z.string(), About).safeParse(properties).data ?? {}
  const found = Object.entries(described).find(
    ([name, { format, writeOnly, title = '' }]) =>
      format === 'password' || writeOnly === true || [name, title].some((text) => asksForSecret(text)),
  )
  return found?.[0] ?? null
}
