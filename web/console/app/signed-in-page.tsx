import { CircleCheck } from 'lucide-react'
import { useEffect } from 'react'
import { tellTabs } from '../../ui/tabs.ts'
import { signedOut } from './messages.ts'
import { Calm } from '../kit/calm.tsx'

/** Where signing in again ends: the tab that asked for it goes on, and this one closes where it may. */
export function SignedInPage() {
  useEffect(() => {
    tellTabs('signed-in')
    window.close()
  }, [])
  return <Calm icon={<CircleCheck />} title={signedOut.back} text={signedOut.backText} />
}
