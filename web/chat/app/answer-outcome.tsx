import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { MessageView } from '#chatapp/chats/schema.ts'
import type { ToolActivity } from '#ground/turn/schema.ts'
import { chatQuery } from '../thread/queries.ts'
import { lazily } from '../../ui/lazily.ts'

const useChangeCards = lazily(() => import('../changes/change-cards.tsx'))
const useArtifactCards = lazily(() => import('../artifacts/artifact-cards.tsx'))
const useSavedFiles = lazily(() => import('../artifacts/saved-file-list.tsx'))
const useConnectCards = lazily(() => import('../connections/connect-cards.tsx'))
const useQuestionCards = lazily(() => import('../questions/question-cards.tsx'))

const POLL_MS = 1000
const MAX_POLLS = 20

function useContinuation(chatId: string | undefined): (request: string) => void {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setInterval>>(undefined)
  useEffect(() => () => clearInterval(timer.current), [])
  return (request) => {
    if (chatId === undefined) return
    const { queryKey } = chatQuery(chatId)
    let polls = 0
    const read = () => {
      const isShown = client.getQueryData(queryKey)?.history.messages[`decision-${request}`] !== undefined
      if (isShown || polls++ >= MAX_POLLS) clearInterval(timer.current)
      else void client.invalidateQueries({ queryKey })
    }
    clearInterval(timer.current)
    timer.current = setInterval(read, POLL_MS)
    read()
  }
}

const NONE: readonly ToolActivity[] = []

export function AnswerOutcome({ message }: { message: MessageView }) {
  const { tools = NONE, model, state, content } = message
  const changes = useChangeCards(tools.some(({ change }) => change))
  const questions = useQuestionCards(tools.some(({ question }) => question))
  const connections = useConnectCards(tools.some(({ connect }) => connect))
  const artifacts = useArtifactCards(tools.some(({ artifact }) => artifact))
  const saved = useSavedFiles(
    state !== 'running' && (content.includes('/artifacts/') || tools.some(({ saved }) => saved)),
  )
  const { chatId } = useParams({ strict: false })
  const showContinuation = useContinuation(chatId)
  return (
    <>
      {questions && chatId !== undefined && state === 'running' && (
        <questions.QuestionCards chatId={chatId} tools={tools} />
      )}
      {changes && <changes.ChangeCards tools={tools} onEnded={showContinuation} />}
      {connections && <connections.ConnectCards tools={tools} />}
      {artifacts && <artifacts.ArtifactCards tools={tools} />}
      {saved && model && state !== 'running' && (
        <saved.SavedFileList answer={content} tools={tools} hub={model} />
      )}
    </>
  )
}
