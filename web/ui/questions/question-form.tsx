import { useRef, useState, type FormEvent } from 'react'
import type { ChangeRequestView } from '#features/changes/schema.ts'
import type { AnswerContent, FieldProblem } from '#ground/turn/question/schema.ts'
import { Button } from '../button.tsx'
import { decimalMark } from '../language.ts'
import { TextArea } from '../text-area.tsx'
import { shortTime } from '../time.ts'
import { focusFirstInvalid } from './focus-invalid.ts'
import { question as texts } from './messages.ts'
import { QuestionFields } from './question-fields.tsx'
import { answerContent, firstDraft, type QuestionDraft } from './values.ts'

export interface QuestionActs {
  /** Returns the problems of an invalid answer. */
  answer(change: ChangeRequestView, content: AnswerContent): Promise<readonly FieldProblem[]>
  decline(change: ChangeRequestView): Promise<unknown>
}

export interface QuestionFormProps {
  change: ChangeRequestView
  acts: QuestionActs
  errorText(error: unknown): string
  /** Called after an answer, when the form disappears. */
  onAnswered(): void
  /** Whether the person may also answer in the chat. */
  inChat?: boolean
}

/** Name of the only field of a question that is no form. */
const ANSWER = 'answer'

export const askedQuestion = ({ operations }: ChangeRequestView) =>
  operations.find((operation) => operation.action === 'ask_person')

export function QuestionForm({ change, acts, errorText, onAnswered, inChat = false }: QuestionFormProps) {
  const asked = askedQuestion(change)!
  const fields = asked.fields.map((field) => (field.title === '' ? { ...field, title: texts.yourAnswer } : field))
  const [draft, setDraft] = useState<QuestionDraft>(() => firstDraft(fields, decimalMark()))
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  const [busy, setBusy] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const isBusy = useRef(false)
  const form = useRef<HTMLFormElement>(null)

  async function send(name: string, work: () => Promise<unknown>) {
    if (isBusy.current) return // a double click reaches this before the button is disabled
    isBusy.current = true
    setBusy(name)
    setFailure(null)
    try {
      const wrong = await work()
      if (!Array.isArray(wrong) || wrong.length === 0) return onAnswered()
      setProblems(wrong as FieldProblem[])
      requestAnimationFrame(() => focusFirstInvalid(form.current))
    } catch (error) {
      setFailure(errorText(error))
    } finally {
      isBusy.current = false
      setBusy(null)
    }
  }
  const answer = (name: string, content: AnswerContent) => send(name, () => acts.answer(change, content))
  function submit(event: FormEvent) {
    event.preventDefault()
    void answer(ANSWER, answerContent(fields, draft, decimalMark()))
  }
  const [first] = fields
  const choices = asked.form === 'choice' && first?.kind === 'choice' ? first.options : null
  const about = { name: ANSWER, label: texts.yourAnswer, dir: 'auto' as const, rows: 3 }
  const wrongText = problems[0] && texts.problems[problems[0].problem](problems[0].limit ?? 0)
  return (
    <form
      ref={form}
      noValidate
      autoComplete="off"
      aria-label={asked.question}
      onSubmit={submit}
      className="flex min-w-0 flex-col gap-3"
    >
      {choices ? (
        <div role="group" aria-label={texts.yourAnswer} className="flex min-w-0 flex-wrap gap-2">
          {choices.map(({ value, title }) => (
            <Button
              key={value}
              busy={busy === `choice ${value}`}
              disabled={busy !== null}
              className="h-auto max-w-full text-start break-words whitespace-normal"
              onClick={() => void answer(`choice ${value}`, { [ANSWER]: value })}
            >
              <bdi>{title}</bdi>
            </Button>
          ))}
        </div>
      ) : asked.form === 'text' ? (
        <TextArea
          {...about}
          value={typeof draft[ANSWER] === 'string' ? draft[ANSWER] : ''}
          error={wrongText ?? null}
          {...(inChat && { hint: texts.orMessage })}
          onChange={({ target }) => setDraft({ [ANSWER]: target.value })}
        />
      ) : (
        <QuestionFields
          fields={fields}
          draft={draft}
          problems={problems}
          onChange={(name, value) => setDraft((before) => ({ ...before, [name]: value }))}
        />
      )}
      {asked.form === 'form' && <p className="text-12 text-muted">{texts.secrets}</p>}
      <div className="flex flex-wrap items-center gap-2">
        {!choices && (
          <Button look="primary" type="submit" busy={busy === ANSWER} disabled={busy !== null}>
            {texts.answer}
          </Button>
        )}
        <Button
          look="quiet"
          busy={busy === 'decline'}
          disabled={busy !== null}
          onClick={() => void send('decline', () => acts.decline(change))}
        >
          {texts.decline}
        </Button>
        <span className="ms-auto text-12 text-faint">
          {texts.until(shortTime(Date.parse(change.expires_at) / 1000))}
        </span>
      </div>
      {failure !== null && (
        <p role="alert" className="text-13 break-words text-danger">
          {failure}
        </p>
      )}
    </form>
  )
}
