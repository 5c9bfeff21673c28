import type { Vocabulary } from '@pinnace/meta'
import type { ExpressionEngine } from './expression-engine.ts'

const engines = new WeakMap<Vocabulary, ExpressionEngine>()

/** The expression engine of a vocabulary: the Common Expression Language, loaded when the first expression needs it. */
export function defaultExpressionEngine(vocabulary: Vocabulary): ExpressionEngine {
  let engine = engines.get(vocabulary)
  if (engine === undefined) {
    engine = loadedOnDemand(vocabulary)
    engines.set(vocabulary, engine)
  }
  return engine
}

function loadedOnDemand(vocabulary: Vocabulary): ExpressionEngine {
  let loaded: ExpressionEngine | undefined
  const load = async (): Promise<void> => {
    const { createConditionEngine } = await import('./condition-engine.ts')
    loaded ??= createConditionEngine(vocabulary)
  }
  return {
    load: () => (loaded === undefined ? load() : undefined),
    compile(expression, options) {
      if (loaded === undefined) throw new Error('expressions are compiled before their engine is loaded')
      return loaded.compile(expression, options)
    },
  }
}
