import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { closedTexts } from '../access/closed-messages.ts'
import { RequestAccess } from '../access/request-access.tsx'
import { agentsQuery } from '../api/agents.ts'
import { common } from '../messages.ts'

/** Opens the form that asks for access to a chat's agent. */
export function LostAgent({ id }: { id: string }) {
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="min-h-hit text-accent-text underline underline-offset-4"
        onClick={() => setOpen(true)}
      >
        {closedTexts.ask}
      </button>
      {isOpen && (
        <Dialog open title={closedTexts.ask} closeLabel={common.close} onClose={() => setOpen(false)}>
          <RequestAccess
            id={id}
            onOpen={() => {
              setOpen(false)
              void client.invalidateQueries({ queryKey: agentsQuery.queryKey })
            }}
          />
        </Dialog>
      )}
    </>
  )
}
