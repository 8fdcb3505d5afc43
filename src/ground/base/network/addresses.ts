import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** IPv4 addresses outside the public internet: IANA's special-purpose registry, multicast and reserved addresses. */
const SPECIAL_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10', // carrier-grade NAT, and metadata services of some clouds
  '127.0.0.0/8',
  '169.254.0.0/16', // link-local, and metadata services of most clouds
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/** Public IPv6 addresses. Loopback, local, mapped, NAT64 and multicast addresses are outside this range. */
const GLOBAL_V6 = '2000::/3'

const SPECIAL_V6 = [
  '2001::/23', // protocol assignments, including Teredo
  '2001:db8::/32',
  '2002::/16', // 6to4
  '2620:4f:8000::/48',
  '3fff::/20',
]

const specialV4 = listOf(SPECIAL_V4, 'ipv4')
const globalV6 = listOf([GLOBAL_V6], 'ipv6')
const specialV6 = listOf(SPECIAL_V6, 'ipv6')

const linkLocal = listOf(['169.254.0.0/16'], 'ipv4')
linkLocal.addSubnet('fe80::', 10, 'ipv6')
linkLocal.addAddress('fd00:ec2::254', 'ipv6')

export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !specialV4.check(address, 'ipv4')
  if (!isIPv6(address) || address.includes('%')) return false
  return globalV6.check(address, 'ipv6') && !specialV6.check(address, 'ipv6')
}

/** Clouds serve metadata with secrets at such addresses. */
export const isLinkLocal = (address: string): boolean =>
  isIPv4(address)
    ? linkLocal.check(address, 'ipv4')
    : isIPv6(address) && linkLocal.check(bare(address), 'ipv6')

const bare = (address: string): string => address.split('%')[0]!

function listOf(subnets: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const subnet of subnets) {
    const [network = '', prefix] = subnet.split('/')
    list.addSubnet(network, Number(prefix), family)
  }
  return list
}
