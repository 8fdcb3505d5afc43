import { CircleCheck } from 'lucide-react'
import { useEffect } from 'react'
import { notifyTabs } from '../../ui/tabs.ts'
import { signedOut } from './messages.ts'
import { Calm } from '../kit/calm.tsx'

/** Last page of a repeated sign-in. It notifies the waiting tab and closes itself if the browser permits it. */
export function SignedInPage() {
  useEffect(() => {
    notifyTabs('signed-in')
    window.close()
  }, [])
  return <Calm icon={<CircleCheck />} title={signedOut.back} text={signedOut.backText} />
}
