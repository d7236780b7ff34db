import IssueReportingTestSupport
import Testing

@testable import CairnServer

@Suite(.timeLimit(.minutes(30))) struct EffectJobsTests {
  private let jobs = EffectJobs()

  @Test func `Jobs are idle until one begins, and after all have ended`() {
    #expect(jobs.isIdle)
    jobs.begin()
    jobs.begin()
    let isFirstLast = jobs.end()
    #expect(!isFirstLast && !jobs.isIdle)
    let isSecondLast = jobs.end()
    #expect(isSecondLast && jobs.isIdle)
  }

  @Test func `A wait for idle jobs ends immediately if there are none`() async {
    await jobs.waitUntilIdle()
    #expect(jobs.isIdle)
  }

  @Test func `A wait for idle jobs ends with the last job`() async {
    jobs.begin()
    async let isIdle = {
      await jobs.waitUntilIdle()
      return jobs.isIdle
    }()
    _ = jobs.end()
    #expect(await isIdle)
  }

  @Test func `A job that always follows another doesn't block a clock`() async {
    jobs.begin()
    let jobs = jobs
    let work = Task {
      while !Task.isCancelled {
        jobs.begin()
        _ = jobs.end()
        await Task.yield()
      }
    }
    // The number of jobs ends the wait, however slow the machine is.
    await jobs.waitUntilIdle(timeLimit: .seconds(3600))
    work.cancel()
    await work.value
    #expect(!jobs.isIdle)
  }

  @Test func `A job that doesn't end is reported after the time limit`() async {
    jobs.begin()
    await withKnownIssue {
      await jobs.waitUntilIdle(timeLimit: .zero)
    } matching: {
      $0.description.contains("an effect still worked")
    }
    #expect(!jobs.isIdle)
    let isIdle = jobs.end()
    #expect(isIdle)
  }

  @Test func `Ended effects are counted`() {
    jobs.noteEffectEnd()
    jobs.noteEffectEnd()
    #expect(jobs.numberOfEnds == 2)
  }
}
