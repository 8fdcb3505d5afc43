import type { MessageView } from '#chatapp/chats/schema.ts'
import { ArtifactCards } from '../artifacts/artifact-cards.tsx'
import { ConnectCards } from '../connections/connect-cards.tsx'
import { SavedFileList } from '../artifacts/saved-file-list.tsx'

/** What came of an answer beside its text: what was published, and the files that were saved. */
export const AnswerOutcome = ({ message }: { message: MessageView }) => (
  <>
    {message.tools && <ConnectCards tools={message.tools} />}
    {message.tools && <ArtifactCards tools={message.tools} />}
    {message.model && message.state !== 'running' && (
      <SavedFileList answer={message.content} hub={message.model} />
    )}
  </>
)
