import { number } from '../../../../ui/language.ts'
import type { ConsoleCatalogue } from '../catalogue.ts'

export const workflows: Pick<ConsoleCatalogue, 'console.workflows' | 'console.workflows.schedule'> = {
  'console.workflows': {
    definition: '定义',
    edit: '在文件中查看',
    lastRuns: '最近的运行',
    allRuns: '显示全部',
    noRuns: '还没有运行过。',
    missing: '没有这个任务或工作流',
    missingText: '其文件已被重命名或移除，或者无法连接其 Hub。',
    agent: '运行身份',
    nobody: '无账户',
    inputs: '输入',
    required: '必填',
    lead: '您的 Hub 的任务和工作流，包括触发方式、下次运行和账户。',
    empty: '还没有任务或工作流',
    emptyText: 'Hub 的 tasks 文件夹中的 Markdown 文件就是任务。下面的任务在每个工作日七点运行：',
    sample: `---
schedule: 0 7 * * 1-5
timezone: Asia/Shanghai
run_as: ann@example.org
---
查看未完成的订单，并写一份简短的摘要。`,
    sampleLabel: 'tasks/morning.md',
    name: '名称',
    kind: { task: '任务', workflow: '工作流' },
    startedBy: '触发方式',
    byHand: '手动',
    byWebhook: (endpoint) =>
      endpoint === null || endpoint === 'webhook' ? 'Webhook' : `Webhook ${endpoint}`,
    next: '下次运行',
    nextAt: (time) => `下次：${time}`,
    nextTitle: '接下来的五次运行',
    noNext: '无计划',
    zone: (zone) => `时间按 ${zone} 和您的时区显示`,
    runsAs: (account) => (account ? `以 ${account} 的身份运行` : '无账户'),
    state: '状态',
    states: { enabled: '已启用', disabled: '已停用', invalid: '有错误' },
    lastRun: '上次运行',
    never: '从未',
    problem: '文件有问题',
    stillOld: '仍在使用上一个有效版本。',
    runNow: '立即运行',
    runNamed: (name) => `立即运行：${name}`,
    runTitle: (name) => `立即运行 ${name}？`,
    runText: (account) =>
      account ? `运行以 ${account} 的身份执行，不影响待处理的事件。` : '运行不以任何账户的身份执行。',
    runVerb: '立即运行',
    queued: '运行已加入队列。',
    yes: '是',
    no: '否',
    optional: '选填',
  },
  'console.workflows.schedule': {
    every: {
      minute: (count) => (count === 1 ? '每分钟' : `每 ${number(count)} 分钟`),
      hour: (count) => (count === 1 ? '每小时' : `每 ${number(count)} 小时`),
      day: (count) => (count === 1 ? '每天' : `每 ${number(count)} 天`),
    },
    hourAt: (minutes) => `每小时的 ${minutes}`,
    weekdays: '周一至周五',
    weekend: '每个周末',
    someDays: (days) => `每${days}`,
    monthly: (dates) => `每月 ${dates}`,
    date: (day) => `${day} 日`,
    yearly: (dates) => `每年 ${dates}`,
    inMonths: (days, months) => `${months}，${days}`,
    at: (days, times) => `${days} ${times}`,
    often: (times, days) => `${days}，${times}`,
  },
}
