import { ArchivedChats } from '../chats/archived-page.tsx'
import { chats } from '../chats/messages.ts'
import { MainPart } from './main-part.tsx'
import { TitledHeader } from './page-header.tsx'

export function ArchivedRoute() {
  return (
    <>
      <TitledHeader title={chats.archivedTitle} />
      <MainPart className="overflow-y-auto">
        <div className="mx-auto w-full max-w-reading px-4 pt-4 pb-8">
          <ArchivedChats />
        </div>
      </MainPart>
    </>
  )
}
