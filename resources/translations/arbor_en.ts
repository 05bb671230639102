<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name></name>
    <message numerus="yes">
        <source>%n about other projects</source>
        <translation>
            <numerusform>%n about other projects</numerusform>
            <numerusform>%n about other projects</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n about you or with an address</source>
        <translation>
            <numerusform>%n about you or with an address</numerusform>
            <numerusform>%n about you or with an address</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n accepted</source>
        <translation>
            <numerusform>%n accepted</numerusform>
            <numerusform>%n accepted</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n active</source>
        <translation>
            <numerusform>%n active</numerusform>
            <numerusform>%n active</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n added</source>
        <translation>
            <numerusform>%n added</numerusform>
            <numerusform>%n added</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n archived memories</source>
        <translation>
            <numerusform>1 archived memory</numerusform>
            <numerusform>%n archived memories</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n backups</source>
        <translation>
            <numerusform>%n backup</numerusform>
            <numerusform>%n backups</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n bytes</source>
        <translation>
            <numerusform>1 byte</numerusform>
            <numerusform>%n bytes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n calls</source>
        <translation>
            <numerusform>1 call</numerusform>
            <numerusform>%n calls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n changed</source>
        <translation>
            <numerusform>%n changed</numerusform>
            <numerusform>%n changed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n changes</source>
        <translation>
            <numerusform>%n change</numerusform>
            <numerusform>%n changes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n changes sent</source>
        <translation>
            <numerusform>%n change sent</numerusform>
            <numerusform>%n changes sent</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n changes that week</source>
        <translation>
            <numerusform>%n change that week</numerusform>
            <numerusform>%n changes that week</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n changes to send</source>
        <translation>
            <numerusform>%n change to send</numerusform>
            <numerusform>%n changes to send</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n characters too long.</source>
        <translation>
            <numerusform>%n character too long.</numerusform>
            <numerusform>%n characters too long.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n confirmed as outdated</source>
        <translation>
            <numerusform>%n confirmed as outdated</numerusform>
            <numerusform>%n confirmed as outdated</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conflicts</source>
        <translation>
            <numerusform>1 conflict</numerusform>
            <numerusform>%n conflicts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conflicts found</source>
        <translation>
            <numerusform>1 conflict found</numerusform>
            <numerusform>%n conflicts found</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conflicts resolved</source>
        <translation>
            <numerusform>%n conflict resolved</numerusform>
            <numerusform>%n conflicts resolved</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n connected</source>
        <translation>
            <numerusform>1 connected</numerusform>
            <numerusform>%n connected</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations</source>
        <translation>
            <numerusform>1 conversation</numerusform>
            <numerusform>%n conversations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations are being read</source>
        <translation>
            <numerusform>%n conversation is being read</numerusform>
            <numerusform>%n conversations are being read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations are waiting for power</source>
        <translation>
            <numerusform>%n conversation is waiting for power</numerusform>
            <numerusform>%n conversations are waiting for power</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations are waiting to be read. Nothing was lost.</source>
        <translation>
            <numerusform>%n conversation is waiting to be read. Nothing was lost.</numerusform>
            <numerusform>%n conversations are waiting to be read. Nothing was lost.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations are waiting: full screen</source>
        <translation>
            <numerusform>%n conversation is waiting: full screen</numerusform>
            <numerusform>%n conversations are waiting: full screen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations are waiting: the computer is busy</source>
        <translation>
            <numerusform>%n conversation is waiting: the computer is busy</numerusform>
            <numerusform>%n conversations are waiting: the computer is busy</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations couldn&apos;t be read</source>
        <translation>
            <numerusform>%n conversation couldn&apos;t be read</numerusform>
            <numerusform>%n conversations couldn&apos;t be read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations found</source>
        <translation>
            <numerusform>1 conversation found</numerusform>
            <numerusform>%n conversations found</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations ignored</source>
        <translation>
            <numerusform>Conversation ignored</numerusform>
            <numerusform>%n conversations ignored</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations imported</source>
        <translation>
            <numerusform>1 conversation imported</numerusform>
            <numerusform>%n conversations imported</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations no longer ignored</source>
        <translation>
            <numerusform>Conversation no longer ignored</numerusform>
            <numerusform>%n conversations no longer ignored</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations read</source>
        <translation>
            <numerusform>1 conversation read</numerusform>
            <numerusform>%n conversations read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations to read</source>
        <translation>
            <numerusform>%n conversation to read</numerusform>
            <numerusform>%n conversations to read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations to read.</source>
        <translation>
            <numerusform>1 conversation to read.</numerusform>
            <numerusform>%n conversations to read.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations waiting to be read</source>
        <translation>
            <numerusform>%n conversation waiting to be read</numerusform>
            <numerusform>%n conversations waiting to be read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n copies</source>
        <translation>
            <numerusform>%n copy</numerusform>
            <numerusform>%n copies</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n corrections</source>
        <translation>
            <numerusform>%n correction</numerusform>
            <numerusform>%n corrections</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n damaged files were deleted.</source>
        <translation>
            <numerusform>%n damaged file was deleted.</numerusform>
            <numerusform>%n damaged files were deleted.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n damaged memories</source>
        <translation>
            <numerusform>1 damaged memory</numerusform>
            <numerusform>%n damaged memories</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n days</source>
        <translation>
            <numerusform>1 day</numerusform>
            <numerusform>%n days</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n days ago</source>
        <translation>
            <numerusform>%n day ago</numerusform>
            <numerusform>%n days ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n days apart</source>
        <translation>
            <numerusform>%n day apart</numerusform>
            <numerusform>%n days apart</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n deliveries failed</source>
        <translation>
            <numerusform>%n delivery failed</numerusform>
            <numerusform>%n deliveries failed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n details</source>
        <translation>
            <numerusform>%n detail</numerusform>
            <numerusform>%n details</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n didn&apos;t help</source>
        <translation>
            <numerusform>%n didn&apos;t help</numerusform>
            <numerusform>%n didn&apos;t help</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n duplicates</source>
        <translation>
            <numerusform>1 duplicate</numerusform>
            <numerusform>%n duplicates</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n edits undone</source>
        <translation>
            <numerusform>Edit undone</numerusform>
            <numerusform>%n edits undone</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n entries</source>
        <translation>
            <numerusform>1 entry</numerusform>
            <numerusform>%n entries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n entries rebuilt</source>
        <translation>
            <numerusform>%n entry rebuilt</numerusform>
            <numerusform>%n entries rebuilt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n entries were added to the file outside Arbor and need review.</source>
        <translation>
            <numerusform>%n entry was added to the file outside Arbor and needs review.</numerusform>
            <numerusform>%n entries were added to the file outside Arbor and need review.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n errors</source>
        <translation>
            <numerusform>1 error</numerusform>
            <numerusform>%n errors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n errors resolved</source>
        <translation>
            <numerusform>1 error resolved</numerusform>
            <numerusform>%n errors resolved</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n fewer than today</source>
        <translation>
            <numerusform>%n fewer than today</numerusform>
            <numerusform>%n fewer than today</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n files</source>
        <translation>
            <numerusform>1 file</numerusform>
            <numerusform>%n files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n files could not be read</source>
        <translation>
            <numerusform>%n file could not be read</numerusform>
            <numerusform>%n files could not be read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n files of your AI tools still contain them</source>
        <translation>
            <numerusform>%n file of your AI tools still contains them</numerusform>
            <numerusform>%n files of your AI tools still contain them</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n from you</source>
        <translation>
            <numerusform>%n from you</numerusform>
            <numerusform>%n from you</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n from your team</source>
        <translation>
            <numerusform>%n from your team</numerusform>
            <numerusform>%n from your team</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n h ago</source>
        <translation>
            <numerusform>%n h ago</numerusform>
            <numerusform>%n h ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hooks not responding</source>
        <translation>
            <numerusform>%n hook not responding</numerusform>
            <numerusform>%n hooks not responding</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hours ago</source>
        <translation>
            <numerusform>1 hour ago</numerusform>
            <numerusform>%n hours ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n images saved in {folder}</source>
        <translation>
            <numerusform>%n image saved in {folder}</numerusform>
            <numerusform>%n images saved in {folder}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n in all</source>
        <translation>
            <numerusform>%n in all</numerusform>
            <numerusform>%n in all</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n in review or in conflict</source>
        <translation>
            <numerusform>%n in review or in conflict</numerusform>
            <numerusform>%n in review or in conflict</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n invalid search entries</source>
        <translation>
            <numerusform>%n invalid search entry</numerusform>
            <numerusform>%n invalid search entries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n items</source>
        <translation>
            <numerusform>%n item</numerusform>
            <numerusform>%n items</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n kept</source>
        <translation>
            <numerusform>%n kept</numerusform>
            <numerusform>%n kept</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n learned</source>
        <translation>
            <numerusform>%n learned</numerusform>
            <numerusform>%n learned</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n left out for privacy</source>
        <translation>
            <numerusform>%n left out for privacy</numerusform>
            <numerusform>%n left out for privacy</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n less certain</source>
        <translation>
            <numerusform>%n less certain</numerusform>
            <numerusform>%n less certain</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n lines</source>
        <translation>
            <numerusform>%n line</numerusform>
            <numerusform>%n lines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n lines added</source>
        <translation>
            <numerusform>1 line added</numerusform>
            <numerusform>%n lines added</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n lines removed</source>
        <translation>
            <numerusform>1 line removed</numerusform>
            <numerusform>%n lines removed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n links</source>
        <translation>
            <numerusform>1 link</numerusform>
            <numerusform>%n links</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n long memories</source>
        <translation>
            <numerusform>1 long memory</numerusform>
            <numerusform>%n long memories</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n marked outdated</source>
        <translation>
            <numerusform>%n marked outdated</numerusform>
            <numerusform>%n marked outdated</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n matches</source>
        <translation>
            <numerusform>%n match</numerusform>
            <numerusform>%n matches</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n matches are hidden by filters.</source>
        <translation>
            <numerusform>1 match is hidden by filters.</numerusform>
            <numerusform>%n matches are hidden by filters.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n matches have another status, such as archived.</source>
        <translation>
            <numerusform>%n match has another status, such as archived.</numerusform>
            <numerusform>%n matches have another status, such as archived.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n members</source>
        <translation>
            <numerusform>%n member</numerusform>
            <numerusform>%n members</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories</source>
        <translation>
            <numerusform>1 memory</numerusform>
            <numerusform>%n memories</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories accepted</source>
        <translation>
            <numerusform>Memory accepted</numerusform>
            <numerusform>%n memories accepted</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories archived</source>
        <translation>
            <numerusform>Memory archived</numerusform>
            <numerusform>%n memories archived</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories below.</source>
        <translation>
            <numerusform>1 memory below.</numerusform>
            <numerusform>%n memories below.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories changed</source>
        <translation>
            <numerusform>1 memory changed</numerusform>
            <numerusform>%n memories changed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories confirmed</source>
        <translation>
            <numerusform>Confirmed</numerusform>
            <numerusform>%n memories confirmed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories confirmed as outdated</source>
        <translation>
            <numerusform>%n memory confirmed as outdated</numerusform>
            <numerusform>%n memories confirmed as outdated</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories copied</source>
        <translation>
            <numerusform>Memory copied</numerusform>
            <numerusform>%n memories copied</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories deleted</source>
        <translation>
            <numerusform>Memory deleted</numerusform>
            <numerusform>%n memories deleted</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories deleted permanently</source>
        <translation>
            <numerusform>%n memory deleted permanently</numerusform>
            <numerusform>%n memories deleted permanently</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories exported to {file}</source>
        <translation>
            <numerusform>%n memory exported to {file}</numerusform>
            <numerusform>%n memories exported to {file}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories found</source>
        <translation>
            <numerusform>1 memory found</numerusform>
            <numerusform>%n memories found</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories imported</source>
        <translation>
            <numerusform>%n memory imported</numerusform>
            <numerusform>%n memories imported</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories limited to their projects</source>
        <translation>
            <numerusform>%n memory limited to its project</numerusform>
            <numerusform>%n memories limited to their projects</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories made global</source>
        <translation>
            <numerusform>%n memory made global</numerusform>
            <numerusform>%n memories made global</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories merged</source>
        <translation>
            <numerusform>%n memory merged</numerusform>
            <numerusform>%n memories merged</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories need review.</source>
        <translation>
            <numerusform>%n memory needs review.</numerusform>
            <numerusform>%n memories need review.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories on other topics</source>
        <translation>
            <numerusform>%n memory on another topic</numerusform>
            <numerusform>%n memories on other topics</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories received</source>
        <translation>
            <numerusform>%n memory received</numerusform>
            <numerusform>%n memories received</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories rejected</source>
        <translation>
            <numerusform>Memory rejected</numerusform>
            <numerusform>%n memories rejected</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories removed</source>
        <translation>
            <numerusform>%n memory removed</numerusform>
            <numerusform>%n memories removed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories restored</source>
        <translation>
            <numerusform>Memory restored</numerusform>
            <numerusform>%n memories restored</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories restored</source>
        <comment>by undoing a run</comment>
        <translation>
            <numerusform>1 memory restored</numerusform>
            <numerusform>%n memories restored</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories saved</source>
        <translation>
            <numerusform>1 memory saved</numerusform>
            <numerusform>%n memories saved</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories selected</source>
        <translation>
            <numerusform>%n memory selected</numerusform>
            <numerusform>%n memories selected</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories tagged</source>
        <translation>
            <numerusform>%n memory tagged</numerusform>
            <numerusform>%n memories tagged</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories that are never shared or belong to ignored projects</source>
        <translation>
            <numerusform>%n memory that is never shared or belongs to an ignored project</numerusform>
            <numerusform>%n memories that are never shared or belong to ignored projects</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories to review</source>
        <translation>
            <numerusform>%n memory to review</numerusform>
            <numerusform>%n memories to review</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories without links are not shown</source>
        <translation>
            <numerusform>1 memory without links is not shown</numerusform>
            <numerusform>%n memories without links are not shown</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memories, undone in one step.</source>
        <translation>
            <numerusform>%n memory, undone in one step.</numerusform>
            <numerusform>%n memories, undone in one step.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memory files of AI tools were deleted or lost most of their lines</source>
        <translation>
            <numerusform>%n memory file of AI tools was deleted or lost most of its lines</numerusform>
            <numerusform>%n memory files of AI tools were deleted or lost most of their lines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n merged with yours</source>
        <translation>
            <numerusform>%n merged with yours</numerusform>
            <numerusform>%n merged with yours</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n messages</source>
        <translation>
            <numerusform>1 message</numerusform>
            <numerusform>%n messages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n min ago</source>
        <translation>
            <numerusform>%n min ago</numerusform>
            <numerusform>%n min ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n model calls with unknown price not included</source>
        <translation>
            <numerusform>%n model call with unknown price not included</numerusform>
            <numerusform>%n model calls with unknown price not included</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n months</source>
        <translation>
            <numerusform>%n month</numerusform>
            <numerusform>%n months</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n months ago</source>
        <translation>
            <numerusform>%n month ago</numerusform>
            <numerusform>%n months ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n months apart</source>
        <translation>
            <numerusform>%n month apart</numerusform>
            <numerusform>%n months apart</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more are not listed: filter the list first.</source>
        <translation>
            <numerusform>%n more is not listed: filter the list first.</numerusform>
            <numerusform>%n more are not listed: filter the list first.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more hooks need attention.</source>
        <translation>
            <numerusform>%n more hook needs attention.</numerusform>
            <numerusform>%n more hooks need attention.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more memories shared</source>
        <translation>
            <numerusform>1 more memory shared</numerusform>
            <numerusform>%n more memories shared</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more than today</source>
        <translation>
            <numerusform>%n more than today</numerusform>
            <numerusform>%n more than today</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n need you</source>
        <translation>
            <numerusform>%n needs you</numerusform>
            <numerusform>%n need you</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n never share</source>
        <translation>
            <numerusform>%n never share</numerusform>
            <numerusform>%n never share</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new</source>
        <translation>
            <numerusform>%n new</numerusform>
            <numerusform>%n new</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new conflicts</source>
        <translation>
            <numerusform>1 new conflict</numerusform>
            <numerusform>%n new conflicts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new memories</source>
        <translation>
            <numerusform>1 new memory</numerusform>
            <numerusform>%n new memories</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not read yet</source>
        <translation>
            <numerusform>%n not read yet</numerusform>
            <numerusform>%n not read yet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not restored because they changed after the run</source>
        <translation>
            <numerusform>%n not restored because it changed after the run</numerusform>
            <numerusform>%n not restored because they changed after the run</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of one branch</source>
        <translation>
            <numerusform>%n of one branch</numerusform>
            <numerusform>%n of one branch</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n old messages</source>
        <translation>
            <numerusform>1 old message</numerusform>
            <numerusform>%n old messages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n old session outcomes</source>
        <translation>
            <numerusform>%n old session outcome</numerusform>
            <numerusform>%n old session outcomes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n older changes are not shown.</source>
        <translation>
            <numerusform>%n older change is not shown.</numerusform>
            <numerusform>%n older changes are not shown.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other members</source>
        <translation>
            <numerusform>%n other member</numerusform>
            <numerusform>%n other members</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n outdated</source>
        <translation>
            <numerusform>%n outdated</numerusform>
            <numerusform>%n outdated</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pairs of memories</source>
        <translation>
            <numerusform>%n pair of memories</numerusform>
            <numerusform>%n pairs of memories</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n private</source>
        <translation>
            <numerusform>%n private</numerusform>
            <numerusform>%n private</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n problems found</source>
        <translation>
            <numerusform>1 problem found</numerusform>
            <numerusform>%n problems found</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n problems in the memory file</source>
        <translation>
            <numerusform>%n problem in the memory file</numerusform>
            <numerusform>%n problems in the memory file</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n project memories hidden from this branch</source>
        <translation>
            <numerusform>%n project memory hidden from this branch</numerusform>
            <numerusform>%n project memories hidden from this branch</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n projects</source>
        <translation>
            <numerusform>1 project</numerusform>
            <numerusform>%n projects</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n purged</source>
        <translation>
            <numerusform>%n purged</numerusform>
            <numerusform>%n purged</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n received</source>
        <translation>
            <numerusform>%n received</numerusform>
            <numerusform>%n received</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rejected</source>
        <translation>
            <numerusform>%n rejected</numerusform>
            <numerusform>%n rejected</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n removed</source>
        <translation>
            <numerusform>%n removed</numerusform>
            <numerusform>%n removed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n repeats</source>
        <translation>
            <numerusform>%n repeat</numerusform>
            <numerusform>%n repeats</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n runs</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n runs failed.</source>
        <translation>
            <numerusform>%n run failed.</numerusform>
            <numerusform>%n runs failed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n search indexes</source>
        <translation>
            <numerusform>1 search index</numerusform>
            <numerusform>%n search indexes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n secrets purged</source>
        <translation>
            <numerusform>%n secret purged</numerusform>
            <numerusform>%n secrets purged</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n secrets were saved before Arbor recognized them</source>
        <translation>
            <numerusform>%n secret was saved before Arbor recognized it</numerusform>
            <numerusform>%n secrets were saved before Arbor recognized them</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sensitive</source>
        <translation>
            <numerusform>%n sensitive</numerusform>
            <numerusform>%n sensitive</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sensitive or “never share” memories left out</source>
        <translation>
            <numerusform>%n sensitive or “never share” memory left out</numerusform>
            <numerusform>%n sensitive or “never share” memories left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sessions</source>
        <translation>
            <numerusform>%n session</numerusform>
            <numerusform>%n sessions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n shared</source>
        <translation>
            <numerusform>%n shared</numerusform>
            <numerusform>%n shared</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n shown</source>
        <translation>
            <numerusform>%n shown</numerusform>
            <numerusform>%n shown</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n similar tasks</source>
        <translation>
            <numerusform>1 similar task</numerusform>
            <numerusform>%n similar tasks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sources</source>
        <translation>
            <numerusform>1 source</numerusform>
            <numerusform>%n sources</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n still need review: they conflict with or update other memories.</source>
        <translation>
            <numerusform>%n still needs review: it conflicts with or updates another memory.</numerusform>
            <numerusform>%n still need review: they conflict with or update other memories.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n suggestions</source>
        <translation>
            <numerusform>1 suggestion</numerusform>
            <numerusform>%n suggestions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n suggestions accepted</source>
        <translation>
            <numerusform>%n suggestion accepted</numerusform>
            <numerusform>%n suggestions accepted</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n suggestions from AI tools</source>
        <translation>
            <numerusform>1 suggestion from an AI tool</numerusform>
            <numerusform>%n suggestions from AI tools</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n suggestions need review again</source>
        <translation>
            <numerusform>%n suggestion needs review again</numerusform>
            <numerusform>%n suggestions need review again</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n suggestions rejected</source>
        <translation>
            <numerusform>%n suggestion rejected</numerusform>
            <numerusform>%n suggestions rejected</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n summaries</source>
        <translation>
            <numerusform>1 summary</numerusform>
            <numerusform>%n summaries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n team memories here</source>
        <translation>
            <numerusform>%n team memory here</numerusform>
            <numerusform>%n team memories here</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n texts replaced</source>
        <translation>
            <numerusform>%n text replaced</numerusform>
            <numerusform>%n texts replaced</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n times</source>
        <translation>
            <numerusform>once</numerusform>
            <numerusform>%n times</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n to read</source>
        <translation>
            <numerusform>%n to read</numerusform>
            <numerusform>%n to read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n to review</source>
        <translation>
            <numerusform>%n to review</numerusform>
            <numerusform>%n to review</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tok</source>
        <translation>
            <numerusform>%n tok</numerusform>
            <numerusform>%n tok</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tokens</source>
        <translation>
            <numerusform>1 token</numerusform>
            <numerusform>%n tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tool calls</source>
        <translation>
            <numerusform>%n tool call</numerusform>
            <numerusform>%n tool calls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n transcripts</source>
        <translation>
            <numerusform>%n transcript</numerusform>
            <numerusform>%n transcripts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n unresolved errors</source>
        <translation>
            <numerusform>%n unresolved error</numerusform>
            <numerusform>%n unresolved errors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n unticked</source>
        <translation>
            <numerusform>%n unticked</numerusform>
            <numerusform>%n unticked</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n updated</source>
        <translation>
            <numerusform>%n updated</numerusform>
            <numerusform>%n updated</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n used</source>
        <translation>
            <numerusform>%n used</numerusform>
            <numerusform>%n used</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n versions deleted</source>
        <translation>
            <numerusform>%n version deleted</numerusform>
            <numerusform>%n versions deleted</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n very certain, but in conflict</source>
        <translation>
            <numerusform>%n very certain, but in conflict</numerusform>
            <numerusform>%n very certain, but in conflict</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n waiting</source>
        <translation>
            <numerusform>%n waiting</numerusform>
            <numerusform>%n waiting</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n weeks ago</source>
        <translation>
            <numerusform>%n week ago</numerusform>
            <numerusform>%n weeks ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n weeks apart</source>
        <translation>
            <numerusform>%n week apart</numerusform>
            <numerusform>%n weeks apart</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n with folders of this computer</source>
        <translation>
            <numerusform>%n with folders of this computer</numerusform>
            <numerusform>%n with folders of this computer</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n years</source>
        <translation>
            <numerusform>%n year</numerusform>
            <numerusform>%n years</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Accept %n very certain memories</source>
        <translation>
            <numerusform>Accept %n very certain memory</numerusform>
            <numerusform>Accept %n very certain memories</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Accept %n very certain memories without conflicts</source>
        <translation>
            <numerusform>Accept %n very certain memory without conflicts</numerusform>
            <numerusform>Accept %n very certain memories without conflicts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>After %n days without use</source>
        <translation>
            <numerusform>After %n day without use</numerusform>
            <numerusform>After %n days without use</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Anthropic is processing %n conversations. Results arrive within a day.</source>
        <translation>
            <numerusform>Anthropic is processing %n conversation. The result arrives within a day.</numerusform>
            <numerusform>Anthropic is processing %n conversations. Results arrive within a day.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Arbor replaces every copy in its folder and rewrites %n backups.</source>
        <translation>
            <numerusform>Arbor replaces every copy in its folder and rewrites %n backup.</numerusform>
            <numerusform>Arbor replaces every copy in its folder and rewrites %n backups.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Archived %n memories</source>
        <translation>
            <numerusform>Archived 1 memory</numerusform>
            <numerusform>Archived %n memories</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Couldn&apos;t read %n conversations</source>
        <translation>
            <numerusform>Couldn&apos;t read %n conversation</numerusform>
            <numerusform>Couldn&apos;t read %n conversations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n conversations?</source>
        <translation>
            <numerusform>Delete %n conversation?</numerusform>
            <numerusform>Delete %n conversations?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n memories permanently?</source>
        <translation>
            <numerusform>Delete %n memory permanently?</numerusform>
            <numerusform>Delete %n memories permanently?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Export %n memories…</source>
        <translation>
            <numerusform>Export %n memory…</numerusform>
            <numerusform>Export %n memories…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Import %n memories</source>
        <translation>
            <numerusform>Import %n memory</numerusform>
            <numerusform>Import %n memories</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Importing %n memories…</source>
        <translation>
            <numerusform>Importing %n memory…</numerusform>
            <numerusform>Importing %n memories…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Looked through %n conversations {when}</source>
        <translation>
            <numerusform>Looked through %n conversation {when}</numerusform>
            <numerusform>Looked through %n conversations {when}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Memories were shared with 1 session in the last %n days.</source>
        <translation>
            <numerusform>Memories were shared with 1 session in the last %n day.</numerusform>
            <numerusform>Memories were shared with 1 session in the last %n days.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Memories were shared with {count} sessions in the last %n days.</source>
        <translation>
            <numerusform>Memories were shared with {count} sessions in the last %n day.</numerusform>
            <numerusform>Memories were shared with {count} sessions in the last %n days.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Memories will appear in about %n minutes.</source>
        <translation>
            <numerusform>Memories will appear in about %n minute.</numerusform>
            <numerusform>Memories will appear in about %n minutes.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Memories will appear in about %n seconds.</source>
        <translation>
            <numerusform>Memories will appear in about %n second.</numerusform>
            <numerusform>Memories will appear in about %n seconds.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Merge %n memories</source>
        <translation>
            <numerusform>Merge %n memory</numerusform>
            <numerusform>Merge %n memories</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No memories shared in the last %n days.</source>
        <translation>
            <numerusform>No memories shared in the last %n day.</numerusform>
            <numerusform>No memories shared in the last %n days.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No room left: needs %n tokens</source>
        <translation>
            <numerusform>No room left: needs %n token</numerusform>
            <numerusform>No room left: needs %n tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Over the limit of {tool}: needs %n tokens</source>
        <translation>
            <numerusform>Over the limit of {tool}: needs %n token</numerusform>
            <numerusform>Over the limit of {tool}: needs %n tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Paused after {n} of %n conversations, {memories} so far</source>
        <translation>
            <numerusform>Paused after {n} of %n conversation, {memories} so far</numerusform>
            <numerusform>Paused after {n} of %n conversations, {memories} so far</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Purge %n secrets everywhere?</source>
        <translation>
            <numerusform>Purge %n secret everywhere?</numerusform>
            <numerusform>Purge %n secrets everywhere?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Read %n</source>
        <translation>
            <numerusform>Read %n</numerusform>
            <numerusform>Read %n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Read %n conversations</source>
        <translation>
            <numerusform>Read %n conversation</numerusform>
            <numerusform>Read %n conversations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Read %n conversations again with {model}?</source>
        <translation>
            <numerusform>Read %n conversation again with {model}?</numerusform>
            <numerusform>Read %n conversations again with {model}?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Read %n conversations: {memories}</source>
        <translation>
            <numerusform>Read %n conversation: {memories}</numerusform>
            <numerusform>Read %n conversations: {memories}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Read %n now</source>
        <translation>
            <numerusform>Read %n now</numerusform>
            <numerusform>Read %n now</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reading %n conversations…</source>
        <translation>
            <numerusform>Reading 1 conversation…</numerusform>
            <numerusform>Reading %n conversations…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reading %n files…</source>
        <translation>
            <numerusform>Reading %n file…</numerusform>
            <numerusform>Reading %n files…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reading {n} of %n conversations, {memories} so far</source>
        <translation>
            <numerusform>Reading {n} of %n conversation, {memories} so far</numerusform>
            <numerusform>Reading {n} of %n conversations, {memories} so far</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Ready · watching %n sources</source>
        <translation>
            <numerusform>Ready · watching 1 source</numerusform>
            <numerusform>Ready · watching %n sources</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Save %n memories</source>
        <translation>
            <numerusform>Save %n memory</numerusform>
            <numerusform>Save %n memories</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Scanned %n min ago</source>
        <translation>
            <numerusform>Scanned %n min ago</numerusform>
            <numerusform>Scanned %n min ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Searching %n memories</source>
        <translation>
            <numerusform>Searching 1 memory</numerusform>
            <numerusform>Searching %n memories</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Selected: %n</source>
        <translation>
            <numerusform>Selected: %n</numerusform>
            <numerusform>Selected: %n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show %n earlier messages</source>
        <translation>
            <numerusform>Show 1 earlier message</numerusform>
            <numerusform>Show %n earlier messages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show %n matches with any status</source>
        <translation>
            <numerusform>Show %n match with any status</numerusform>
            <numerusform>Show %n matches with any status</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show %n matches without filters</source>
        <translation>
            <numerusform>Show %n match without filters</numerusform>
            <numerusform>Show %n matches without filters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show %n uses</source>
        <translation>
            <numerusform>Show 1 use</numerusform>
            <numerusform>Show %n uses</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show all %n</source>
        <translation>
            <numerusform>Show all %n</numerusform>
            <numerusform>Show all %n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show all %n backups</source>
        <translation>
            <numerusform>Show all %n backups</numerusform>
            <numerusform>Show all %n backups</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show all %n characters</source>
        <translation>
            <numerusform>Show all %n characters</numerusform>
            <numerusform>Show all %n characters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show all %n rules</source>
        <translation>
            <numerusform>Show all %n rules</numerusform>
            <numerusform>Show all %n rules</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Started with %n memories</source>
        <translation>
            <numerusform>Started with %n memory</numerusform>
            <numerusform>Started with %n memories</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The condition is %n characters too long.</source>
        <translation>
            <numerusform>The condition is %n character too long.</numerusform>
            <numerusform>The condition is %n characters too long.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The price of %n model calls is unknown.</source>
        <translation>
            <numerusform>The price of %n model call is unknown.</numerusform>
            <numerusform>The price of %n model calls is unknown.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>These %n memories</source>
        <translation>
            <numerusform>This memory</numerusform>
            <numerusform>These %n memories</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Used %n times</source>
        <translation>
            <numerusform>Used once</numerusform>
            <numerusform>Used %n times</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Used %n×</source>
        <translation>
            <numerusform>Used once</numerusform>
            <numerusform>Used %n×</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Used %n× by then</source>
        <translation>
            <numerusform>Used once by then</numerusform>
            <numerusform>Used %n× by then</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Using %n memories</source>
        <translation>
            <numerusform>Using 1 memory</numerusform>
            <numerusform>Using %n memories</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>You resolved %n conflicts.</source>
        <translation>
            <numerusform>You resolved %n conflict.</numerusform>
            <numerusform>You resolved %n conflicts.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Your %n changes will be sent when it is back.</source>
        <translation>
            <numerusform>Your change will be sent when it is back.</numerusform>
            <numerusform>Your %n changes will be sent when it is back.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %n h</source>
        <translation>
            <numerusform>about %n h</numerusform>
            <numerusform>about %n h</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %n min</source>
        <translation>
            <numerusform>about %n min</numerusform>
            <numerusform>about %n min</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %n min left</source>
        <translation>
            <numerusform>about %n min left</numerusform>
            <numerusform>about %n min left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %n s left</source>
        <translation>
            <numerusform>about %n s left</numerusform>
            <numerusform>about %n s left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and 1 more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>branch memory of %n branches</source>
        <translation>
            <numerusform>branch memory of %n branch</numerusform>
            <numerusform>branch memory of %n branches</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>by type, last %n days</source>
        <translation>
            <numerusform>by type, last day</numerusform>
            <numerusform>by type, last %n days</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>by type, last %n weeks</source>
        <translation>
            <numerusform>by type, last week</numerusform>
            <numerusform>by type, last %n weeks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>from %n conversations</source>
        <translation>
            <numerusform>from 1 conversation</numerusform>
            <numerusform>from %n conversations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>of %n in use</source>
        <translation>
            <numerusform>of %n in use</numerusform>
            <numerusform>of %n in use</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>reading %n matches</source>
        <translation>
            <numerusform>reading %n match</numerusform>
            <numerusform>reading %n matches</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>reading %n statements from summaries</source>
        <translation>
            <numerusform>reading %n statement from summaries</numerusform>
            <numerusform>reading %n statements from summaries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the model %n times</source>
        <translation>
            <numerusform>the model once</numerusform>
            <numerusform>the model %n times</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>used %n times</source>
        <translation>
            <numerusform>used once</numerusform>
            <numerusform>used %n times</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{about}, and %n more.</source>
        <translation>
            <numerusform>{about}, and %n more.</numerusform>
            <numerusform>{about}, and %n more.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{entries} in %n projects</source>
        <translation>
            <numerusform>{entries} in %n project</numerusform>
            <numerusform>{entries} in %n projects</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{first}, and %n other problems</source>
        <translation>
            <numerusform>{first}, and %n other problem</numerusform>
            <numerusform>{first}, and %n other problems</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{removed} of %n lines removed</source>
        <translation>
            <numerusform>{removed} of %n line removed</numerusform>
            <numerusform>{removed} of %n lines removed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{removed} of %n lines removed from {file}</source>
        <translation>
            <numerusform>{removed} of %n line removed from {file}</numerusform>
            <numerusform>{removed} of %n lines removed from {file}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{tool} got %n of your memories</source>
        <translation>
            <numerusform>{tool} got %n of your memories</numerusform>
            <numerusform>{tool} got %n of your memories</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{tool} just got %n of your memories</source>
        <translation>
            <numerusform>{tool} just got %n of your memories</numerusform>
            <numerusform>{tool} just got %n of your memories</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{tool} just used %n of your memories</source>
        <translation>
            <numerusform>{tool} just used %n of your memories</numerusform>
            <numerusform>{tool} just used %n of your memories</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{tool} used %n of your memories</source>
        <translation>
            <numerusform>{tool} used %n of your memories</numerusform>
            <numerusform>{tool} used %n of your memories</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>… %n more lines</source>
        <translation>
            <numerusform>… %n more line</numerusform>
            <numerusform>… %n more lines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>… %n unchanged lines</source>
        <translation>
            <numerusform>… 1 unchanged line</numerusform>
            <numerusform>… %n unchanged lines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>… and %n more lines</source>
        <translation>
            <numerusform>… and %n more line</numerusform>
            <numerusform>… and %n more lines</numerusform>
        </translation>
    </message>
</context>
</TS>
