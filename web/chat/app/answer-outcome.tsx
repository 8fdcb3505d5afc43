import { useParams } from '@tanstack/react-router'
import type { MessageView } from '#chatapp/chats/schema.ts'
import type { ToolActivity } from '#ground/turn/schema.ts'
import { lazily } from '../../ui/lazily.ts'
import { ArtifactCards } from '../artifacts/artifact-cards.tsx'
import { ConnectCards } from '../connections/connect-cards.tsx'
import { SavedFileList } from '../artifacts/saved-file-list.tsx'

const useChangeCards = lazily(() => import('../changes/change-cards.tsx'))
const useQuestionCards = lazily(() => import('../questions/question-cards.tsx'))

const NONE: readonly ToolActivity[] = []

export function AnswerOutcome({ message }: { message: MessageView }) {
  const { tools = NONE, model, state, content } = message
  const changes = useChangeCards(tools.some(({ change }) => change))
  const questions = useQuestionCards(tools.some(({ question }) => question))
  const { chatId } = useParams({ strict: false })
  return (
    <>
      {questions && chatId !== undefined && state === 'running' && (
        <questions.QuestionCards chatId={chatId} tools={tools} />
      )}
      {changes && <changes.ChangeCards tools={tools} />}
      <ConnectCards tools={tools} />
      <ArtifactCards tools={tools} />
      {model && state !== 'running' && <SavedFileList answer={content} hub={model} />}
    </>
  )
}
