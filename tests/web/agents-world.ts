import type { AgentAbout } from '#ground/hub/about/schema.ts'

export const ABOUT: AgentAbout = {
  model: 'openai/gpt-5.2',
  tools: [
    {
      name: 'list_files',
      built_in: true,
      title: 'List files',
      description: 'List files you can read: the shared knowledge under files/ and the files of this chat.',
      confirm: false,
      restricted: null,
    },
    {
      name: 'plan_bed',
      built_in: false,
      title: 'Plan a bed',
      description: 'Plan what grows in a bed, by season and neighbours.',
      confirm: true,
      restricted: null,
    },
    {
      name: 'order_seeds',
      built_in: false,
      title: 'Order seeds',
      description: 'Order seeds from the usual supplier.',
      confirm: false,
      restricted: { label: 'Order for the garden', allowed: true, reason: 'direct' },
    },
    {
      name: 'send_invoice',
      built_in: false,
      title: 'Send invoice',
      description: null,
      confirm: false,
      restricted: { label: 'Send invoices', allowed: false, reason: 'denied' },
    },
  ],
  skills: [{ name: 'sow-beds', description: 'Plans what to sow in a bed, by season and neighbours.' }],
  files: { total: 3, paths: ['beds.md', 'plans/spring.md', 'seeds.csv'] },
  tasks: [{ id: 'md:water', name: 'Water the beds', description: 'When it has been dry for two days' }],
}
