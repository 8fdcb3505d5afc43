import { dateIn, listIn, numberIn } from './formats.ts'
import type { BudgetFacts, Sentences } from './shapes.ts'

const number = (value: number): string => numberIn('zh', value)

const budgetName = ({ scope, task, period }: BudgetFacts): string => {
  const budget = period === 'day' ? '每日预算' : '每月预算'
  return { hub: `此智能体的${budget}`, person: `您在此智能体的${budget}`, task: `任务 ${task} 的${budget}` }[
    scope
  ]
}

export const zh: Sentences = {
  budget: (facts) => {
    const { used, held, limit, isTokens, isUsedUp, resetsAt } = facts
    const tokens = isTokens ? ' 个 token' : ''
    const anew = `预算将于 UTC 时间 ${dateIn('zh', resetsAt)} 00:00 重置。`
    if (isUsedUp) return `${budgetName(facts)}已用完：${used} / ${limit}${tokens}。${anew}`
    const under = held === null ? '' : `，另有 ${held}${tokens}为正在生成的回答预留`
    return `${budgetName(facts)}不足以处理此请求：已用 ${used} / ${limit}${tokens}${under}。${anew}`
  },
  unpriced: (model) =>
    `此智能体的预算以美元计，但其模型 ${model} 的价格未知，因此无法计算费用。管理员可以在 SVC_PRICES_FILE 指定的文件中添加价格，或用 SVC_UNPRICED_MODEL_USD 设置每百万 token 的价格上限。`,
  budgetUnavailable: '目前无法检查此智能体的预算。请稍后再试。',
  loop: '同一请求在一分钟内反复出现，或在其自身的回答中再次出现，并且每次都调用了工具。这可能是智能体在启动自己，因此已将其停止。请等待一分钟，或提出其他请求。',
  busy: '此 Hub 的所有智能体进程都在忙。请稍后再试。运维人员可以用 SVC_AGENT_MAX_PROCESSES 允许更多进程。',
  failed: (kind) => `操作失败（${kind}）。`,
  modelFailed: {
    unauthorized: '模型提供商拒绝了密钥。',
    rate_limited: '模型提供商目前不接受更多请求。',
    bad_request: '模型提供商拒绝了请求。',
    too_long: '对话对模型来说太长。',
    unavailable: '无法连接到模型提供商，或其出现故障。',
    timeout: '模型提供商响应超时。',
    bad_answer: '模型提供商的回答无法读取。',
    window_too_small: '模型的上下文窗口太小，容纳不下智能体的指令和工具。',
  },
  forPeople: {
    unauthorized: '智能体的模型不接受此 Hub 的密钥。请告知管理员。',
    rate_limited: '智能体的模型目前收到的请求过多。请稍后再试。',
    bad_request: '智能体的模型拒绝了请求。请告知管理员。',
    unavailable: '无法连接到智能体的模型，或其出现故障。请稍后再试。如果仍然不行，请告知管理员。',
    timeout: '智能体的模型响应超时。请重试。',
    bad_answer: '智能体的模型的回答无法读取。请告知管理员。',
    window_too_small: '智能体的指令和工具对其模型来说太长。请告知管理员。',
    model_unpriced: '此智能体设有预算，但其模型的价格未知，因此无法计算费用。请告知管理员。',
    agent_busy: '智能体目前太忙。请稍后再试。',
  },
  shortened: {
    summary: '此聊天中较早的消息已放不下，我将根据其摘要继续。',
    partly: '此聊天中较早的消息已放不下：较新的部分我使用摘要，最早的部分已略去。',
    leftOut: '此聊天中较早的消息已放不下，因此已略去。',
  },
  leftOut: {
    moreFiles: (count) => `另外 ${number(count)} 个文件，模型只收到了文件名。`,
    unread: (name, problem) => `未读取 ${name}。${problem}`,
    inPart: (name, shown, all) => `模型只收到 ${name} 的前 ${number(shown)} 个字符（共 ${number(all)} 个）。`,
    onlyNames: (reason, names, more) =>
      `${reason}，因此它只收到了 ${listIn('zh', more > 0 ? [...names, `另外 ${number(more)} 个文件`] : names)} 的文件名。`,
    kinds: { image: '查看图片', pdf: '读取 PDF 文件', audio: '收听音频', video: '观看视频' },
    kind: (ability) => `此模型无法${ability}`,
    format: (ability, format) => `此模型无法${ability}（${format} 格式）`,
    damaged: '此模型无法查看损坏的图片',
    bytes: (size, limit) => `图片对此模型来说太大（${size}，最大 ${limit}）`,
    side: (pixels) => `图片的像素对此模型来说太多（每边最多 ${number(pixels)}）`,
    count: '图片数量超过此模型一次可接受的数量',
    total: '文件总大小超过此模型一次可接受的大小',
    refused: '模型提供商拒绝了一个文件',
    otherCopy: '换一份图片副本或许可以。',
    otherFormat: 'JPEG 或 PNG 文件可以使用。',
    smaller: '较小的图片可以使用。',
  },
  titles: {
    listFiles: { running: '正在列出文件', done: '已列出文件', failed: '无法列出文件' },
    searchFiles: { running: '正在搜索文件', done: '已搜索文件', failed: '无法搜索文件' },
    save: {
      running: (name) => `正在保存 ${name}`,
      done: (name) => `已保存 ${name}`,
      failed: (name) => `无法保存 ${name}`,
    },
    write: {
      running: (name) => `正在写入 ${name}`,
      done: (name) => `已写入 ${name}`,
      failed: (name) => `无法写入 ${name}`,
    },
    read: {
      running: (name) => `正在读取 ${name}`,
      done: (name) => `已读取 ${name}`,
      failed: (name) => `无法读取 ${name}`,
    },
    readSkill: {
      running: (name) => `正在读取技能 ${name}`,
      done: (name) => `已读取技能 ${name}`,
      failed: (name) => `无法读取技能 ${name}`,
    },
    runCommand: { running: '正在运行命令', done: '已运行命令', failed: '无法运行命令' },
    noteSave: { running: '正在记录', done: '已记录与您有关的笔记', failed: '无法记录笔记' },
    noteList: { running: '正在读取笔记', done: '已读取与您有关的笔记', failed: '无法读取笔记' },
    noteForget: { running: '正在删除笔记', done: '已删除与您有关的笔记', failed: '无法删除笔记' },
    subAgent: {
      running: (name) => `${name} 正在工作`,
      done: (name) => `${name} 已完成`,
      failed: (name) => `${name} 未能完成`,
    },
    publish: { running: '正在发布作品', done: '已发布作品', failed: '无法发布作品' },
    update: { running: '正在更新作品', done: '已更新作品', failed: '无法更新作品' },
    connectAccount: { running: '正在连接账户', done: '已提供账户连接', failed: '无法连接账户' },
    askPerson: { running: '正在向您提问', done: '已向您提问', failed: '无法向您提问' },
    summarise: { running: '正在概括较早的消息', done: '已概括较早的消息', failed: '无法概括较早的消息' },
  },
}
