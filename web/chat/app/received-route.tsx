import { chats } from '../chats/messages.ts'
import { ReceivedChats } from '../chats/share/received-page.tsx'
import { PageHeader } from './page-header.tsx'

export function ReceivedRoute() {
  return (
    <>
      <PageHeader>
        <h1 className="truncate px-2 text-14 font-medium">{chats.receivedTitle}</h1>
      </PageHeader>
      <main id="conversation" tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto outline-none">
        <div className="mx-auto w-full max-w-reading px-4 pt-4 pb-8">
          <ReceivedChats />
        </div>
      </main>
    </>
  )
}
