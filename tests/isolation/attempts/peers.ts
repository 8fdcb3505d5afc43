import type { Attempt } from './attempt.ts'

export const PEERS: readonly Attempt[] = [
  { name: 'webrtc-stun', endsPage: true, js: RTC(`{ urls: 'stun:OUT' }`) },
  {
    name: 'webrtc-turn',
    endsPage: true,
    js: RTC(`{ urls: 'turn:OUT?transport=tcp', username: secret, credential: 'x' }`),
  },
  { name: 'webrtc-name', endsPage: true, js: RTC(`{ urls: 'stun:NAME:3478' }`) },
  {
    name: 'webrtc-peer',
    endsPage: true,
    js: `
    const pc = new RTCPeerConnection(); pc.createDataChannel('x')
    await pc.setLocalDescription(await pc.createOffer())
    const answer = new RTCPeerConnection(); await answer.setRemoteDescription(pc.localDescription)
    await answer.setLocalDescription(await answer.createAnswer())
    await pc.setRemoteDescription(answer.localDescription)
    await pc.addIceCandidate({ candidate: 'candidate:1 1 udp 2113937151 MACHINE PEER typ host', sdpMid: '0' })
    await pause(800)`,
  },
]

function RTC(server: string): string {
  return `
    const pc = new RTCPeerConnection({ iceServers: [${server}] }); pc.createDataChannel('x')
    const end = new Promise((r) => (pc.onicegatheringstatechange = () => pc.iceGatheringState === 'complete' && r()))
    await pc.setLocalDescription(await pc.createOffer()); await Promise.race([end, pause(600)])`
}
