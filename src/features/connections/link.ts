/** Whole addresses of pages about connections, for people who may be anywhere. */
export const connectionLinks = (publicUrl: string) => {
  const base = publicUrl.replace(/\/+$/, '')
  return {
    journey: (id: string): string => `${base}/portal/connect/${encodeURIComponent(id)}`,
    all: `${base}/portal/connections`,
  }
}

export type ConnectionLinks = ReturnType<typeof connectionLinks>
