import { CircleCheck } from 'lucide-react'
import { useEffect } from 'react'
import { notifyTabs } from '../../ui/tabs.ts'
import { signedOut } from './messages.ts'
import { Calm } from '../kit/calm.tsx'

export function SignedInPage() {
  useEffect(() => {
    notifyTabs('signed-in')
    window.close()
  }, [])
  return <Calm icon={<CircleCheck />} title={signedOut.back} text={signedOut.backText} />
}
