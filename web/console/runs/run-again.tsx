import { useNavigate } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import type { RunDetail } from '#features/work/runs/schema.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { common } from '../kit/messages.ts'
import { runs } from './messages.ts'
import { useRunAgain } from './queries.ts'

type From = 'start' | 'failed_step'

export function RunAgain({ run }: { run: RunDetail }) {
  const { hub, id, run_as, events } = run
  const hasRest = canGoOn(run)
  const [asking, setAsking] = useState(false)
  const [from, setFrom] = useState<From>(hasRest ? 'failed_step' : 'start')
  const again = useRunAgain()
  const navigate = useNavigate()
  return (
    <>
      <Button icon={<RotateCw aria-hidden />} onClick={() => setAsking(true)}>
        {runs.runAgain}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={runs.againAsk}
        confirmLabel={runs.runAgain}
        cancelLabel={common.cancel}
        busy={again.isPending}
        isHarmless
        onConfirm={() =>
          again.mutate(
            { hub, run_id: id, from },
            {
              onSuccess: ({ run_id }) =>
                void navigate({ to: '/runs/$slug/$id', params: { slug: hub, id: run_id } }),
              onSettled: () => setAsking(false),
            },
          )
        }
      >
        <span className="flex flex-col gap-3">
          {hasRest && (
            <Segmented<From>
              label={runs.againAsk}
              value={from}
              options={[
                { value: 'failed_step', label: runs.restAgain },
                { value: 'start', label: runs.wholeAgain },
              ]}
              onChange={setFrom}
            />
          )}
          <span>
            {runs.againWhole(run_as)} {events.length > 0 && runs.againEvents(events.length)}{' '}
            {from === 'failed_step' && runs.againRest}
          </span>
        </span>
      </ConfirmDialog>
    </>
  )
}

/** Workflows can continue after finished steps; tasks cannot. */
const canGoOn = ({ workflow, status, steps }: RunDetail): boolean =>
  !workflow.startsWith('md:') && status !== 'succeeded' && steps.some(({ state }) => state === 'done')
