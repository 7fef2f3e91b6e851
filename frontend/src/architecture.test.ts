import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { brokenImportRules } from '@/test/import-rules'
import { handWrittenKeys } from '@/test/query-keys'

const src = import.meta.dirname

function sourceFiles(): Record<string, string> {
  const names = readdirSync(src, { recursive: true, encoding: 'utf8' })
  const isSource = (name: string) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts')
  const entries = names
    .map((name) => name.replaceAll(path.sep, '/'))
    .filter(isSource)
    .map((name) => [name, readFileSync(path.join(src, name), 'utf8')])
  return Object.fromEntries(entries) as Record<string, string>
}

describe('the layers', () => {
  test('import only what stands before them', () => {
    expect(brokenImportRules(sourceFiles())).toEqual([])
  })
})

describe('the import rules', () => {
  test.each([
    [
      'lib/money.ts',
      "import { Button } from '@/components/ui/button'",
      'lib may not know components',
    ],
    ['components/ui/card.tsx', "import { api } from '@/api/client'", 'components may not know api'],
    ['api/client.ts', "import { useSession } from '@/session/session'", 'api may not know session'],
    [
      'session/session.ts',
      "import type { X } from '@/features/portal/x'",
      'session may not know features',
    ],
    [
      'features/portal/page.tsx',
      "import { routes } from '@/app/router'",
      'features may not know app',
    ],
    ['features/portal/page.tsx', "const x = import('@/app/router')", 'features may not know app'],
    [
      'features/portal/page.tsx',
      "export * from '@/features/site/x'",
      'reaches into another feature',
    ],
    ['features/portal/page.tsx', "import { x } from '../site/x'", 'reaches into another feature'],
    [
      'features/admin-people/page.tsx',
      "import { x } from '@/features/admin-purchases/x'",
      'reaches into another feature',
    ],
    [
      'features/admin-people/page.tsx',
      "import { x } from '@/features/admin/x'",
      'reaches into another feature',
    ],
    [
      'features/admin-kit/badge.tsx',
      "import { x } from '@/features/admin-people/x'",
      'reaches into another feature',
    ],
    [
      'features/portal/page.tsx',
      "import { x } from '@/features/admin-kit/x'",
      'reaches into another feature',
    ],
    [
      'features/admin/sections.tsx',
      "import { x } from '@/features/portal/x'",
      'reaches into another feature',
    ],
    ['features/admin/bar.tsx', "import { x } from '../admin-kit/x'", 'should start with @/'],
    [
      'features/portal/list/row.tsx',
      "import { x } from '@/features/portal/x'",
      'should be relative',
    ],
    ['features/portal/page.tsx', "import { cn } from '../../lib/cn'", 'should start with @/'],
    ['features/portal/page.tsx', "import x from '../../../package.json'", 'leads out of src'],
    [
      'features/portal/page.tsx',
      "import { makeUser } from '@/test/makers'",
      'uses test code in the product',
    ],
    ['features/portal/page.tsx', "import { x } from '@/elsewhere/x'", 'leads to no known layer'],
  ])('refuse in %s: %s', (file, source, reason) => {
    expect(brokenImportRules({ [file]: source })).toEqual([expect.stringContaining(reason)])
  })

  test.each([
    ['lib/money.ts', "import { x } from './x'"],
    ['session/session.ts', "import { api } from '@/api/client'"],
    ['features/portal/page.tsx', "import { useSession } from '@/session/session'"],
    ['features/admin-bootcamps/detail/page.tsx', "import { Panel } from '../panel'"],
    ['features/admin/sections.tsx', "const x = import('@/features/admin-people/section')"],
    ['features/admin/sections.tsx', "import { x } from '@/features/admin-kit/x'"],
    ['features/admin-people/page.tsx', "import { x } from '@/features/admin-kit/x'"],
    ['features/portal/page.tsx', "import { useState } from 'react'"],
    ['features/portal/page.test.tsx', "import { makeUser } from '@/test/makers'"],
    ['app/router.tsx', "const page = () => import('@/features/portal/page')"],
    ['app/main.tsx', "import '@/styles/index.css'"],
  ])('allow in %s: %s', (file, source) => {
    expect(brokenImportRules({ [file]: source })).toEqual([])
  })
})

describe('the keys of queries', () => {
  test('have one shape: the method, the path, and what it is about', () => {
    const product = Object.entries(sourceFiles()).filter(([file]) => !/\.test\.tsx?$/.test(file))
    const broken = product.filter(([, source]) => handWrittenKeys(source).length > 0)
    expect(broken.map(([file]) => file)).toEqual([])
  })

  test.each([
    "useQuery({ queryKey: ['/api/bundles'] })",
    "useQuery({ queryKey: ['/api/certificates', code] })",
    "const LIST = '/api/bundles'\nuseQuery({ queryKey: [LIST] })",
    "const OFFER = ['/api/bundles'] as const",
    "const queryKey = ['/api/user/sms-consent', phone]",
  ])('are found where they are written by hand: %s', (source) => {
    expect(handWrittenKeys(source)).toHaveLength(1)
  })

  test.each([
    "useQuery({ queryKey: ['get', '/api/bundles'] })",
    "useQuery(getQuery('/api/bundles'))",
    "const TOUCHED = ['/api/admin/bundles', '/api/bundles']",
  ])('are left alone where they are not: %s', (source) => {
    expect(handWrittenKeys(source)).toEqual([])
  })
})
