import { lazy, Suspense } from 'react'
import type { MessageView } from '#chatapp/chats/schema.ts'
import { ArtifactCards } from '../artifacts/artifact-cards.tsx'
import { ConnectCards } from '../connections/connect-cards.tsx'
import { SavedFileList } from '../artifacts/saved-file-list.tsx'

const ChangeCards = lazy(() =>
  import('../changes/change-cards.tsx').then(
    ({ ChangeCards: Cards }) => ({ default: Cards }),
    // The answer says where to decide, too.
    () => ({ default: () => null }),
  ),
)

/** What came of an answer beside its text: what it proposed and published, and the files that were saved. */
export const AnswerOutcome = ({ message }: { message: MessageView }) => (
  <>
    {message.tools?.some(({ change }) => change) && (
      <Suspense>
        <ChangeCards tools={message.tools} />
      </Suspense>
    )}
    {message.tools && <ConnectCards tools={message.tools} />}
    {message.tools && <ArtifactCards tools={message.tools} />}
    {message.model && message.state !== 'running' && (
      <SavedFileList answer={message.content} hub={message.model} />
    )}
  </>
)
