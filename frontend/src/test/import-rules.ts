/**
 * The one-way street of imports: lib → components, api → session → features → app.
 *
 * A layer imports only layers before it, through the `@/` alias. Inside a layer, and inside a
 * feature, imports are relative. A feature never imports another, but for the admin's desk, which is
 * several features under one shell. The linter can only compare the text of an import, which says
 * nothing about where a relative one leads; this resolves it.
 */
import path from 'node:path'
import ts from 'typescript'

/** What each layer may import besides itself. */
const allowed: Record<string, readonly string[]> = {
  lib: [],
  components: ['lib'],
  api: ['lib'],
  session: ['lib', 'components', 'api'],
  features: ['lib', 'components', 'api', 'session'],
  app: ['lib', 'components', 'api', 'session', 'features'],
}
const ALIAS = '@/'

/** The admin's desk: its shell opens the features `admin-*`, and what those share is in the kit. */
const DESK_SHELL = 'features/admin'
const DESK_KIT = 'features/admin-kit'
/** A coach's calendar is worked with at two desks: the coach's own and the admin's. */
const COACH_KIT = 'features/coach-kit'
const COACH_DESKS = ['features/coach', 'features/admin-coaching']

/** Styles belong to nobody in particular: only the entry imports them. */
const shared = ['styles']

interface Place {
  layer: string
  /** The feature, inside the features layer; elsewhere the layer itself. */
  unit: string
}

function placeOf(file: string): Place | null {
  const [layer, second] = file.split('/')
  if (!layer || !(layer in allowed)) return null
  return { layer, unit: layer === 'features' ? `features/${second}` : layer }
}

/** The shell knows all of the desk; its features know the kit, and neither each other nor the shell. */
function mayReach(from: string, to: string): boolean {
  const isOfDesk = (unit: string) => unit.startsWith(`${DESK_SHELL}-`)
  if (to === COACH_KIT) return COACH_DESKS.includes(from)
  return from === DESK_SHELL ? isOfDesk(to) : to === DESK_KIT && isOfDesk(from)
}

function resolve(file: string, specifier: string): string | null {
  if (specifier.startsWith(ALIAS)) return specifier.slice(ALIAS.length)
  if (!specifier.startsWith('.')) return null
  return path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier))
}

function problem(file: string, specifier: string): string | null {
  const target = resolve(file, specifier)
  const from = placeOf(file)
  if (target === null || from === null) return null
  if (target.startsWith('..')) return 'leads out of src'
  const isTest = /\.test\.tsx?$/.test(file)
  const targetLayer = target.split('/')[0] ?? ''
  if (targetLayer === 'test') return isTest ? null : 'uses test code in the product'
  if (shared.includes(targetLayer)) return null

  const to = placeOf(target)
  if (to === null) return 'leads to no known layer'
  const usesAlias = specifier.startsWith(ALIAS)
  if (from.unit === to.unit) return usesAlias ? 'should be relative' : null
  if (from.layer === to.layer) {
    if (!mayReach(from.unit, to.unit)) return 'reaches into another feature'
  } else if (!allowed[from.layer]?.includes(to.layer)) {
    return `${from.layer} may not know ${to.layer}`
  }
  return usesAlias ? null : `should start with ${ALIAS}`
}

/** Static, dynamic, type-only and re-exporting imports alike. */
function importsOf(source: string): string[] {
  return ts.preProcessFile(source, true, true).importedFiles.map(({ fileName }) => fileName)
}

/** Checks files by their path inside src; answers one line per broken rule. */
export function brokenImportRules(files: Readonly<Record<string, string>>): string[] {
  return Object.entries(files).flatMap(([file, source]) =>
    importsOf(source).flatMap((specifier) => {
      const found = problem(file, specifier)
      return found ? [`${file}: '${specifier}' ${found}`] : []
    }),
  )
}
