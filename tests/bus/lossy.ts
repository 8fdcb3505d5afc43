import type { Bus } from '#ground/bus/bus.ts'

export function lossy(bus: Bus): Bus & {
  loses: (subject: string, text: string) => boolean
} {
  const wrapped = {
    ...bus,
    loses: (_subject: string, _text: string): boolean => false,
    subscribe: (subject: string, hear: (text: string) => void) =>
      bus.subscribe(subject, (text) => {
        if (!wrapped.loses(subject, text)) hear(text)
      }),
    async request(subject: string, text: string, withinMs: number) {
      return wrapped.loses(subject, text)
        ? ({ kind: 'timeout' } as const)
        : bus.request(subject, text, withinMs)
    },
  }
  return wrapped
}
