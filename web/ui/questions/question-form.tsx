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
import { useSending } from './sending.ts'
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
  const fields = asked.fields.map((field) =>
    field.title === '' ? { ...field, title: texts.yourAnswer } : field,
  )
  const [draft, setDraft] = useState<QuestionDraft>(() => firstDraft(fields, decimalMark()))
  const form = useRef<HTMLFormElement>(null)
  const { busy, failure, problems, send } = useSending({
    errorText,
    onSent: onAnswered,
    onInvalid: () => requestAnimationFrame(() => focusFirstInvalid(form.current)),
  })
  const answer = (name: string, content: AnswerContent) => send(name, () => acts.answer(change, content))
  const draftText = draft[ANSWER]
  const [first] = fields
  const options = asked.form === 'choice' && first?.kind === 'choice' ? first.options : null
  const [problem] = problems

  function submit(event: FormEvent) {
    event.preventDefault()
    void answer(ANSWER, answerContent(fields, draft, decimalMark()))
  }
  return (
    <form
      ref={form}
      noValidate
      autoComplete="off"
      aria-label={asked.question}
      onSubmit={submit}
      className="flex min-w-0 flex-col gap-3"
    >
      {options ? (
        <Choices
          options={options}
          busy={busy}
          onChoose={(value) => void answer(value, { [ANSWER]: value })}
        />
      ) : asked.form === 'text' ? (
        <TextArea
          name={ANSWER}
          label={texts.yourAnswer}
          dir="auto"
          rows={3}
          value={typeof draftText === 'string' ? draftText : ''}
          error={problem ? texts.problems[problem.problem](problem.limit ?? 0) : null}
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
      <Acts
        busy={busy}
        isChoice={options !== null}
        expiresAt={change.expires_at}
        onDecline={() => void send(DECLINE, () => acts.decline(change))}
      />
      {failure !== null && (
        <p role="alert" className="text-13 break-words text-danger">
          {failure}
        </p>
      )}
    </form>
  )
}

/** No choice has this text, because choices are trimmed. */
const DECLINE = ' '

interface ChoicesProps {
  options: readonly { value: string; title: string }[]
  busy: string | null
  onChoose(value: string): void
}

const Choices = ({ options, busy, onChoose }: ChoicesProps) => (
  <div role="group" aria-label={texts.yourAnswer} className="flex min-w-0 flex-wrap gap-2">
    {options.map(({ value, title }) => (
      <Button
        key={value}
        busy={busy === value}
        disabled={busy !== null}
        className="h-auto max-w-full text-start break-words whitespace-normal"
        onClick={() => onChoose(value)}
      >
        <bdi>{title}</bdi>
      </Button>
    ))}
  </div>
)

interface ActsProps {
  busy: string | null
  isChoice: boolean
  expiresAt: string
  onDecline(): void
}

const Acts = ({ busy, isChoice, expiresAt, onDecline }: ActsProps) => (
  <div className="flex flex-wrap items-center gap-2">
    {!isChoice && (
      <Button look="primary" type="submit" busy={busy === ANSWER} disabled={busy !== null}>
        {texts.answer}
      </Button>
    )}
    <Button look="quiet" busy={busy === DECLINE} disabled={busy !== null} onClick={onDecline}>
      {texts.decline}
    </Button>
    <span className="ms-auto text-12 text-faint">{texts.until(shortTime(Date.parse(expiresAt) / 1000))}</span>
  </div>
)
